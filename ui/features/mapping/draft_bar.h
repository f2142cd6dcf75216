// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace nestloom::ui {

class MappingDraft;

/// Stands above the loop nest while it is edited: whether the mapping is valid and what would help, what it costs
/// against the run's mapping, and what can be done with it.
class DraftBar : public QFrame {
    Q_OBJECT
public:
    explicit DraftBar(QWidget* parent = nullptr);

    struct Search { // from the mapping on
        bool running = false;
        double fraction = 0;
        QString words; // "best 118 kcycle, -4.8 %"
    };
    /// `draft` may be null: there is nothing to edit.
    void show(MappingDraft* draft, const Search& search);
    /// Why the mapping cannot be kept as a run; empty = it can.
    void setWhyNotKeep(const QString& reason);
    void setImproveAvailable(bool available);
    QMenu* textMenu() const { return m_textMenu; } // to be filled

Q_SIGNALS:
    void undoRequested();
    void redoRequested();
    void resetRequested();
    void reliefRequested(); // the move that makes it fit
    void improveRequested();
    void stopRequested();
    void keepRequested();
    void figureRequested(const QString& figure); // "cycles", "energy", "edp", "utilisation": explain it

private:
    QPushButton* button(const QString& text, const char* name, const QString& tip);
    void showVerdict(const MappingDraft& draft);
    void refresh();

    MappingDraft* m_draft = nullptr;
    Search m_search;
    bool m_canImprove = false;
    QString m_whyNotKeep;
    QLabel* m_verdict;
    QLabel* m_numbers;
    QPushButton* m_undo;
    QPushButton* m_redo;
    QPushButton* m_reset;
    QPushButton* m_improve;
    QPushButton* m_keep;
    QToolButton* m_text;
    QMenu* m_textMenu;
    QProgressBar* m_progress;
    QLabel* m_found;
};

} // namespace nestloom::ui
