// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/importer.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTabWidget;

namespace nestloom::ui {

class CopyableTable;
class MessageLine;
class QuestionForm;
class RowsModel;

/// Shows what files of another tool hold before it is taken over: levels, layers, mapping, what was assumed and
/// ignored; asks what they leave open. They are read anew, in the background, whenever an answer changes.
class DesignDialog : public QDialog {
    Q_OBJECT
public:
    DesignDialog(Importer& importer, const QStringList& paths, QWidget* parent = nullptr);

    /// What was read, as the dialog shows it; nothing when that went wrong.
    const std::optional<DesignAnswer>& answer() const { return m_answer; }

Q_SIGNALS:
    void imported(const QStringList& paths, const QString& words); // files of our own, and what they hold

private:
    struct Table {
        RowsModel* model;
        CopyableTable* view;
    };
    QWidget* makeReport();
    Table makeTable(RowsModel* model, const char* name, const QString& accessibleName);
    void read();
    void chooseFolder();
    void offerToLeaveOut(const QString& problem);
    void leaveOut();
    void keep();
    void onAnswer(const DesignAnswer& answer);
    void onKept(quint64 id, const QStringList& paths, const QString& problem);
    void show(const DesignAnswer& answer);
    void showTabs(const DesignAnswer& answer);
    void showCounts(const mapping::DesignImport& import);

    Importer& m_importer;
    QStringList m_paths;
    QString m_culprit;              // of several files, the one that the problem names
    std::filesystem::path m_folder; // may be included from; empty = that of the files
    quint64 m_awaited = 0;
    bool m_isReading = false, m_isWanted = false; // to be kept as soon as they are read
    std::optional<DesignAnswer> m_answer;
    MessageLine* m_message;
    QProgressBar* m_busy;
    QLabel* m_summary;
    QuestionForm* m_questions;
    QTabWidget* m_tabs;
    QLabel* m_counts;
    QLineEdit* m_filter;
    Table m_remarks, m_levels, m_layers;
    QPlainTextEdit* m_mapping;
    QPushButton* m_accept;
    QPushButton* m_leaveOut;
};

} // namespace nestloom::ui
