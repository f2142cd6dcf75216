// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/accelerator_diff.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// An accelerator with the name it has in a comparison ("run 12", "simba, edited").
struct NamedAccelerator {
    QString title;
    hardware::Accelerator accelerator;
};

/// Two to four accelerators field by field: a column per accelerator, and behind each but the first what changed, in
/// words and signs. Levels that were added, removed or moved have a row of their own.
class AcceleratorDiffModel : public TableModel {
    Q_OBJECT
public:
    explicit AcceleratorDiffModel(QObject* parent = nullptr);

    void setAccelerators(const std::vector<NamedAccelerator>& accelerators);
    /// All fields, or only those that differ (the default).
    void setAllShown(bool all);
    /// Differences of accelerator `i` from the first, as explore::AcceleratorDiff::changes() counts them.
    std::size_t changes(std::size_t i) const { return m_diff.changes(i); }
    std::size_t accelerators() const { return m_titles.size(); }

    static int valueColumn(std::size_t i) { return i == 0 ? 1 : int(2 * i); }
    static int changeColumn(std::size_t i) { return int(2 * i + 1); } // of all but the first

protected:
    int rows() const override { return int(m_lines.size()); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int) const override { return row; } // kinds differ from row to row
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    /// A field, or a level as a whole.
    struct Line {
        const explore::FieldRow* field = nullptr;
        const explore::LevelRow* level = nullptr;
    };
    void refill();
    QString title(const Line& line) const;
    QString valueText(const Line& line, std::size_t i) const;
    QString changeText(const Line& line, std::size_t i) const;
    bool hasChanged(const Line& line, std::size_t i) const;
    static bool isChange(int column) { return column >= 3 && column % 2 == 1; }

    std::vector<QString> m_titles;
    explore::AcceleratorDiff m_diff;
    std::vector<Column> m_columns;
    std::vector<Line> m_lines; // into m_diff
    bool m_all = false;
};

} // namespace nestloom::ui
