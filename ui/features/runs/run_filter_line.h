// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/runs/run_filter.h"

#include <QWidget>

class QCompleter;
class QLabel;
class QLineEdit;
class QStringListModel;

namespace nestloom::ui {

/// Where the filter of the runs browser is typed: completes keys and names, and says at once what it means or what is
/// wrong with it. A text that cannot be used changes nothing.
class RunFilterLine : public QWidget {
    Q_OBJECT
public:
    explicit RunFilterLine(const RunHistory& history, QWidget* parent = nullptr);

    QLineEdit* edit() const { return m_edit; }
    void setText(const QString& text);
    /// Runs that pass, of how many.
    void setCounts(int shown, int all);

Q_SIGNALS:
    void filterChanged(const nestloom::ui::RunFilter& filter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void parse();
    void offerCompletions();
    void complete(const QString& word);
    void insertKey(const QString& key);
    FilterWord wordAtCursor() const;

    const RunHistory& m_history;
    QLineEdit* m_edit;
    QLabel* m_state;
    QCompleter* m_completer;
    QStringListModel* m_words;
    bool m_isUsable = true;
    QString m_counts;
};

} // namespace nestloom::ui
