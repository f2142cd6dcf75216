// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/ratio_columns.h"
#include "ui/features/tiles/tiles_words.h"

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace nestloom::ui {

/// Speed-ups and reductions of transfers of several things, over the static schedule of the user's choice.
class RatioPanel : public QWidget {
    Q_OBJECT
public:
    explicit RatioPanel(const QString& name, QWidget* parent = nullptr);

    struct Compared {
        QString name;
        schedule::flexer::NetworkTotals totals;
    };
    void setCompared(std::vector<Compared> compared);
    RatioColumns* columns() const { return m_columns; }
    QComboBox* baseline() const { return m_baseline; }
    QHBoxLayout* line() const { return m_line; } // above the columns, for more controls
    QLabel* note() const { return m_note; }

private:
    void refresh();

    std::vector<Compared> m_compared;
    RatioColumns* m_columns;
    QComboBox* m_baseline;
    QHBoxLayout* m_line;
    QLabel* m_note;
};

} // namespace nestloom::ui
