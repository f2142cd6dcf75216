// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace nestloom::ui {

class Banner;
class MainWindow;

/// Notices when another program writes the file of the accelerator in the editor, or of the chosen network. What has no
/// unsaved edits is read again, and said; where there are some, the user is asked. Nothing on the disk is overwritten
/// that was not seen here.
class ChangedFiles : public QObject {
    Q_OBJECT
public:
    explicit ChangedFiles(MainWindow& window);

private:
    void watch();
    void look();
    void lookAtNetwork();
    void ask(const QString& sentence, bool isSaving);
    void tellMissing();
    void putBanner(const QString& text); // in the place of the one that is there; not yet shown
    void readAgain();
    void dropBanner();
    QString networkFile() const; // of the chosen network; empty when it is in none

    MainWindow& m_window;
    QFileSystemWatcher m_watcher;
    QTimer m_patience; // programs write in several steps
    QPointer<Banner> m_banner;
    QString m_refused; // text of the network's file that could not be read
};

} // namespace nestloom::ui
