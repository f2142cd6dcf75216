// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/dialogs_on_screen.h"

#include <QDialog>
#include <QPushButton>
#include <QScreen>
#include <QTest>
#include <QTextEdit>
#include <QVBoxLayout>

namespace nestloom::ui {

class TestDialogsOnScreen : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsLargerThanTheScreenBecomesAsLarge()
    {
        const DialogsOnScreen watching(nullptr);
        QDialog dialog;
        auto* list = new QTextEdit;
        list->setMinimumHeight(4000);
        auto* close = new QPushButton(QStringLiteral("Close"));
        auto* layout = new QVBoxLayout(&dialog);
        layout->addWidget(list);
        layout->addWidget(close);
        dialog.resize(5000, 4100);
        dialog.show();
        const QRect screen = dialog.screen()->availableGeometry();
        QTRY_VERIFY(screen.contains(dialog.geometry()));
    }

    void whatFitsStaysAsItIs()
    {
        const DialogsOnScreen watching(nullptr);
        QDialog dialog;
        dialog.setGeometry(50, 60, 300, 200);
        dialog.show();
        QTest::qWait(20);
        QCOMPARE(dialog.geometry(), QRect(50, 60, 300, 200));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestDialogsOnScreen)
#include "tst_dialogs_on_screen.moc"
