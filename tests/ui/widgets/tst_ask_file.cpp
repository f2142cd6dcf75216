// SPDX-License-Identifier: GPL-3.0-or-later
// All file dialogs begin where the last one ended, and a file gets the ending of the chosen kind.
#include "tests/ui/support/scratch_settings.h"
#include "ui/widgets/ask_file.h"

#include <QDir>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

namespace nestloom::ui {

class TestAskFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theyBeginAtHomeAndThenWhereTheLastOneEnded()
    {
        const ScratchSettings settings;
        QCOMPARE(lastFolder(), QDir::homePath());
        QTemporaryDir folder;
        QWidget window;
        QString heard;
        askToSave(&window, QStringLiteral("Save"), QStringLiteral("a.html"),
                  QStringLiteral("HTML (*.html);;PDF (*.pdf)"), [&heard](const QString& path) { heard = path; });
        auto* dialog = window.findChild<QFileDialog*>();
        QCOMPARE(dialog->directory().absolutePath(), QDir::homePath());
        dialog->setDirectory(folder.path());
        dialog->selectFile(QStringLiteral("a.html"));
        Q_EMIT dialog->filterSelected(QStringLiteral("PDF (*.pdf)"));
        QCOMPARE(dialog->defaultSuffix(), QStringLiteral("pdf"));
        QMetaObject::invokeMethod(dialog, "accept");
        QCOMPARE(heard, folder.filePath(QStringLiteral("a.pdf")));
        QCOMPARE(lastFolder(), folder.path());
    }

    void whoAskedMayBeGone()
    {
        const ScratchSettings settings;
        auto* window = new QWidget;
        int heard = 0;
        askForFolder(window, QStringLiteral("Folder"), {}, [&heard](const QString&) { ++heard; });
        const QPointer<QFileDialog> dialog = window->findChild<QFileDialog*>();
        QVERIFY(dialog);
        delete window;
        QVERIFY(!dialog);
        QCOMPARE(heard, 0);
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestAskFile)
#include "tst_ask_file.moc"
