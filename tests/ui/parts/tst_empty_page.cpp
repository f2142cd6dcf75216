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
};

QTEST_MAIN(EmptyPageTest)
#include "tst_empty_page.moc"
