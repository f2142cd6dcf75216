// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/shown_tiles.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/widgets/column_table.h"

#include <QWidget>

class QLabel;
class QSpinBox;

namespace nestloom::ui {

class CopyableTable;
class ElidedLabel;

/// The candidate sets of one scheduling decision with what decides between them; the winner first.
class CandidateModel : public ColumnTable<schedule::flexer::CandidateSet> {
    Q_OBJECT
public:
    explicit CandidateModel(QObject* parent = nullptr);

    void setDecision(const schedule::flexer::Decision* decision, schedule::flexer::Priority priority); // null = none

private:
    schedule::flexer::Decision m_decision;
};

/// Steps through the scheduling decisions: what was ready, which sets were compared, and why the winner won.
class DecisionPanel : public QWidget {
    Q_OBJECT
public:
    DecisionPanel(ShownTiles& tiles, TilesFocus& focus, QWidget* parent = nullptr);

    QString sentence() const; // what is shown above the table
    CopyableTable* table() const { return m_table; }
    void step(int by);

protected:
    void keyPressEvent(QKeyEvent* event) override; // Page Up, Page Down step

private:
    int count() const;
    void refresh();

    ShownTiles& m_tiles;
    TilesFocus& m_focus;
    QSpinBox* m_number;
    QLabel* m_of;
    ElidedLabel* m_head;
    ElidedLabel* m_why;
    ElidedLabel* m_ready;
    QLabel* m_note; // instead of the table: why there is no decision to see
    CandidateModel* m_model;
    CopyableTable* m_table;
    std::vector<QWidget*> m_controls;
};

} // namespace nestloom::ui
