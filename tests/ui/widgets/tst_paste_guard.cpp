// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/paste_guard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTest>

using namespace nestloom::ui;

class PasteGuardTest : public QObject {
    Q_OBJECT
private slots:
    /// Without the guard the editor crashes.
    void anEmptyClipboardIsNotPasted()
    {
        PasteGuard guard;
        qApp->installEventFilter(&guard);
        QPlainTextEdit edit;
        edit.show();
        QGuiApplication::clipboard()->setMimeData(new QMimeData);
        QTest::keySequence(&edit, QKeySequence::Paste);
        QVERIFY(edit.toPlainText().isEmpty());
        QGuiApplication::clipboard()->setText(QStringLiteral("levels:"));
        QTest::keySequence(&edit, QKeySequence::Paste);
        QCOMPARE(edit.toPlainText(), QStringLiteral("levels:"));
        QTest::keyClick(&edit, Qt::Key_X);
        QCOMPARE(edit.toPlainText(), QStringLiteral("levels:x"));
    }
};

QTEST_MAIN(PasteGuardTest)
#include "tst_paste_guard.moc"
