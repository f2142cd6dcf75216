// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/builders.h"
#include "tests/ui/support/fake_shards.h"
#include "ui/features/sweep/shard_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

explore::SweepInputs inputs(std::size_t points)
{
    explore::SweepInputs made;
    made.space.base = tests::twoLevels();
    made.space.axes = {{"levels.Buffer.capacity", {}}};
    for (std::size_t i = 1; i <= points; ++i)
        made.space.axes[0].values.push_back(double(64 * i));
    made.networks = {{"n", "", {}, {tests::convolution("a", 1, 4, 4, 4)}}};
    return made;
}

} // namespace

class TestShardDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhetherThisComputerIsEnough()
    {
        FakeShards shards;
        const auto said = [&](std::size_t points) {
            return ShardDialog(shards, inputs(points)).findChild<QLabel*>(QStringLiteral("shardSize"))->text();
        };
        QVERIFY(said(2000).startsWith(QStringLiteral("2,000 points: this computer is enough")));
        QVERIFY(!said(100'000).contains(QStringLiteral("enough")));
    }

    void showsWhatIsThereAndWhatCanBeDone()
    {
        FakeShards shards;
        ShardDialog dialog(shards, inputs(10));
        auto* submit = dialog.findChild<QPushButton*>(QStringLiteral("shardSubmit"));
        auto* cancel = dialog.findChild<QPushButton*>(QStringLiteral("shardCancel"));
        auto* collect = dialog.findChild<QPushButton*>(QStringLiteral("shardCollect"));
        const auto* done = dialog.findChild<QLabel*>(QStringLiteral("shardsDone"));
        QVERIFY(!submit->isEnabled() && !cancel->isEnabled() && !collect->isEnabled()); // no folder yet

        dialog.findChild<QSpinBox*>(QStringLiteral("shardCount"))->setValue(4);
        dialog.findChild<QLineEdit*>(QStringLiteral("shardFolder"))->setText(QStringLiteral("/shared/parts"));
        QCOMPARE(shards.watched.first, QStringLiteral("/shared/parts"));
        QCOMPARE(shards.watched.second, std::size_t(4));
        QCOMPARE(done->text(), QStringLiteral("0 of 4 are done"));
        QVERIFY(submit->isEnabled() && !collect->isEnabled());
        submit->click();
        QCOMPARE(shards.submitted.size(), std::size_t(1));

        Q_EMIT shards.changed({1, 4, true, QStringLiteral("job 12: shards 2-4")});
        QVERIFY(!submit->isEnabled() && cancel->isEnabled() && collect->isEnabled());
        QVERIFY(!dialog.findChild<QLineEdit*>(QStringLiteral("shardFolder"))->isEnabled());
        cancel->click();
        QCOMPARE(shards.cancelled, 1);

        Q_EMIT shards.changed({3, 4, false, QStringLiteral("job 12 is cancelled; its finished shards are kept")});
        QCOMPARE(submit->text(), QStringLiteral("&Submit what is missing"));
        Q_EMIT shards.changed({4, 4, false, {}});
        QVERIFY(!submit->isEnabled() && collect->isEnabled());
        QSignalSpy collected(&dialog, &ShardDialog::collected);
        collect->click();
        QCOMPARE(collected.front().front().toLongLong(), 7);
    }

    void showsCommandsAndProblems()
    {
        FakeShards shards;
        ShardDialog dialog(shards, inputs(10));
        dialog.findChild<QLineEdit*>(QStringLiteral("shardFolder"))->setText(QStringLiteral("/shared/parts"));
        dialog.findChild<QPushButton*>(QStringLiteral("shardPrint"))->click();
        QCOMPARE(dialog.findChild<QPlainTextEdit*>(QStringLiteral("shardLines"))->toPlainText(),
                 QStringLiteral("sbatch --array=1-4"));
        Q_EMIT shards.failed(QStringLiteral("the folder belongs to another sweep"));
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("shardMessage"))
                    ->text()
                    .endsWith(QStringLiteral("the folder belongs to another sweep")));
    }

    void whatIsFollowedIsFollowedOn()
    {
        FakeShards shards;
        for (const bool follows : {true, false}) {
            ShardDialog dialog(shards, inputs(10));
            dialog.findChild<QLineEdit*>(QStringLiteral("shardFolder"))->setText(QStringLiteral("/parts"));
            Q_EMIT shards.changed({1, 4, follows, {}});
            QCOMPARE(shards.watched.first, QStringLiteral("/parts"));
        }
        QVERIFY(shards.watched.first.isEmpty());
    }
};

QTEST_MAIN(TestShardDialog)
#include "tst_shard_dialog.moc"
