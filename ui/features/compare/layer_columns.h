// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QAbstractScrollArea;
class QHBoxLayout;
class QLabel;

namespace nestloom::ui {

class Comparison;

/// The same layer of every compared run, side by side: its numbers above a view of it.
class LayerColumns : public QWidget {
    Q_OBJECT
public:
    /// Makes the view of one column, and shows layer `row` of run `run` in it; without a row it is emptied.
    struct View {
        std::function<QWidget*()> make;
        std::function<void(QWidget*, std::size_t run, std::optional<std::size_t> row)> show;
    };

    LayerColumns(const Comparison& comparison, View view, QWidget* parent = nullptr);

    void showRow(std::optional<std::size_t> row);

private:
    struct Column {
        QWidget* box;
        QLabel* numbers;
        QWidget* view;
    };
    void addColumn();
    void explain(std::size_t run, const QString& figure);
    void lockScrolling(QAbstractScrollArea* area);
    QString numbersOf(std::size_t run, QString& toolTip) const;
    void refreshNumbers();

    const Comparison& m_comparison;
    const View m_view;
    QHBoxLayout* m_layout;
    std::vector<Column> m_columns;
    std::optional<std::size_t> m_row;
    bool m_scrolling = false; // the other columns are following
};

} // namespace nestloom::ui
