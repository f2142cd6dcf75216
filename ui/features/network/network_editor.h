// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

class QPushButton;
class QSettings;

namespace nestloom::ui {

class FileOpener;
class MessageLine;
class Workbench;
class YamlPanel;

/// A network as text. What is wrong in it is told as it is typed; a text that can be read is saved to a file, which the
/// window then shows. The window can be used beside it.
class NetworkEditor : public QDialog {
    Q_OBJECT
public:
    NetworkEditor(Workbench& workbench, FileOpener& files, QWidget* parent = nullptr);

    /// `path`: the file that Save writes; empty = it asks for one.
    void show(const QString& yaml, const QString& path);
    /// Writes the text and opens it; false when it cannot be read or written, which the foot says.
    bool saveTo(const QString& path);
    bool isDirty() const;
    /// Writes a text with changes that are in no file to the settings, from where it comes back at the next start,
    /// however this one ends; takes it out again when it was saved or discarded.
    void keepDraft();
    void showDraft(const QSettings& settings);

public Q_SLOTS:
    void reject() override; // asks when something would be lost

private:
    bool check(); // the text can be read
    void save();
    void askSave();
    bool isChangedOnDisk() const; // another program wrote the file since it was read
    void askAboutChange();
    void readAgain(); // what Undo takes back
    void refresh();

    Workbench& m_workbench;
    FileOpener& m_files;
    YamlPanel* m_panel;
    MessageLine* m_message;
    QPushButton* m_save;
    QString m_saved; // the text that was opened or saved last
    QString m_path;
    bool m_isKept = false; // the settings have a draft of this editor; another window's is not its business
    QTimer m_check;        // once, when nothing was typed for a while
};

class MainWindow;

/// Network > New and Edit as text; files that cannot be read as networks are mended there as well.
void installNetworkEditor(MainWindow& window);

} // namespace nestloom::ui
