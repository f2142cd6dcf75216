// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/parts/empty_page.h"

#include <QLabel>
#include <QTest>

using namespace nestloom::ui;

class EmptyPageTest : public QObject {
    Q_OBJECT
private slots:
    void saysWhatTheChosenEngineNeeds()
    {
        WindowFixture f;
        auto* page = f.window.findChild<EmptyPage*>();
        QVERIFY(page);
        const auto says = [page](const QString& words) {
            const auto labels = page->findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(words); });
        };
        QVERIFY(says(QStringLiteral("Run (Ctrl+R) maps")));
        f.window.workbench().setEngine("kapla");
        QVERIFY(!says(QStringLiteral("Run (Ctrl+R) maps")));
        f.window.workbench().setEngine("cosa"); // and follows it
        QVERIFY(says(QStringLiteral("Run (Ctrl+R) maps")));
    }

    void aRunWithoutAResultRunsAgainAsItWas()
    {
        WindowFixture f;
        auto* page = f.window.findChild<EmptyPage*>();
        auto* again = page->findChild<QPushButton*>(QStringLiteral("emptyRunAgain"));
        QVERIFY(again && again->isHidden());
        Workbench& workbench = f.window.workbench();
        workbench.openRun(15);
        RunRecord record; // cancelled before there was anything
        record.summary.id = 15;
        record.summary.kind = nestloom::records::RunKind::Nodes;
        f.session.answerLoad(record);
        QVERIFY(!again->isHidden());
        again->click();
        QCOMPARE(f.session.history.startedAgainFor, (std::vector<RunId>{15}));
    }
};

QTEST_MAIN(EmptyPageTest)
#include "tst_empty_page.moc"
