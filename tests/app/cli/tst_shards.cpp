// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep in parts that come together in a folder, and Slurm where it is installed.
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"
#include "tests/app/support/small_slurm.h"

#include <QRegularExpression>
#include <QtTest>

using namespace nestloom::testing;

namespace {

constexpr const char* kSweep = "sweep --accelerator simba --network alexnet --no-proof --evaluations 500 --axis "
                               "levels.GlobalBuffer.capacity=16KiB..128KiB:x2 --axis clock=1GHz,2GHz --axis "
                               "levels.GlobalBuffer.fanout.columns=0,4";

QStringList with(const char* line, const char* more) { return words(line) + words(more); }

QStringList submitting(const char* more)
{
    QStringList line = words(kSweep);
    line.insert(1, QStringLiteral("submit"));
    return line + words(more);
}

} // namespace

class TestShards : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void collectedAreTheSameBytesAsSweptHere()
    {
        const CommandLine cli, here;
        for (const char* shard : {"--shard 2/3 --shard-dir parts", "--shard 1/3 --shard-dir parts"})
            QCOMPARE(cli.run(with(kSweep, shard)).exitCode, 0);
        const auto early = cli.run(words("sweep collect parts --no-store"));
        QCOMPARE(early.exitCode, 1);
        QVERIFY2(early.err.contains(QStringLiteral("1 shard of 3 is missing: 3")), qPrintable(early.err));
        QCOMPARE(cli.run(words("sweep --shard 3/3 --shard-dir parts")).exitCode, 0); // what is swept is known there
        cli.write(QStringLiteral("parts/shard-1-of-3 (again).jsonl"),
                  cli.read(QStringLiteral("parts/shard-1-of-3.jsonl")));
        const auto collected = cli.run(words("sweep collect parts --json"));
        QVERIFY2(collected.exitCode == 0, qPrintable(collected.err));
        QCOMPARE(collected.out, here.run(with(kSweep, "--json")).out);
        const auto resumed = cli.run(words("sweep --resume 1 --json"));
        QCOMPARE(resumed.out, collected.out); // all of it is stored
    }

    void everyLineIsAsTheSchemaSays()
    {
        const CommandLine cli;
        QCOMPARE(cli.run(with(kSweep, "--shard 1/1 --shard-dir parts")).exitCode, 0);
        const QByteArray lines = cli.read(QStringLiteral("parts/shard-1-of-1.jsonl"));
        QVERIFY(lines.contains("refused") && lines.contains("finished"));
        const JsonSchema schema(QStringLiteral("shard.schema.json"));
        for (const QByteArray& line : lines.trimmed().split('\n'))
            QCOMPARE(schema.complaint(QString::fromUtf8(line)), QString());
        QVERIFY(!schema.complaint(QStringLiteral(R"({"point": 1, "network": 0, "status": "lost"})")).isEmpty());
    }

    void whatDoesNotBelongTogetherIsRefused()
    {
        const CommandLine cli;
        QCOMPARE(cli.run(with(kSweep, "--shard 1/2 --shard-dir parts")).exitCode, 0);
        const auto refusal = [&](const QStringList& line) {
            const auto result = cli.run(line);
            return result.exitCode == 0 ? QString() : result.err;
        };
        const QString other = refusal(words("sweep --accelerator simba --network alexnet --axis clock=1GHz --shard 1/2 "
                                            "--shard-dir parts"));
        QVERIFY2(other.contains(QStringLiteral("the folder belongs to another sweep")), qPrintable(other));
        QVERIFY(refusal(words("sweep --shard 3/2 --shard-dir parts")).contains(QStringLiteral("'3/2' is no shard")));
        QVERIFY(refusal(words("sweep --shard 1/2")).contains(QStringLiteral("--shard-dir")));
        QVERIFY(refusal(words("sweep collect nowhere")).contains(QStringLiteral("nowhere")));
        const QString cut = refusal(submitting("--shard-dir parts --shards 4 --runner print"));
        QVERIFY2(cut.contains(QStringLiteral("it was cut into 2 shards before")), qPrintable(cut));

        const QByteArray whole = cli.read(QStringLiteral("parts/shard-1-of-2.jsonl"));
        const auto collecting = [&](QByteArray content, const char* name = "parts/shard-1-of-2.jsonl") {
            cli.write(QString::fromLatin1(name), content);
            const QString said = refusal(words("sweep collect parts --no-store"));
            cli.write(QStringLiteral("parts/shard-1-of-2.jsonl"), whole);
            return said;
        };
        QVERIFY(collecting(QByteArray(whole).replace("\"nestloom\":\"", "\"nestloom\":\"9"))
                    .contains(QStringLiteral("whose numbers may differ")));
        QVERIFY(collecting(whole.left(whole.size() - 20)).contains(QStringLiteral("is damaged")));
        QVERIFY(collecting({}).contains(QStringLiteral("it is empty")));
        const QString lacking =
            collecting(whole.left(whole.lastIndexOf('\n', whole.size() - 2) + 1)); // at a line's end
        QVERIFY2(lacking.contains(QStringLiteral("run this shard again")), qPrintable(lacking));
        QByteArray tooFast = whole;
        tooFast.replace(
            QRegularExpression(QStringLiteral("\"cycles\":\\d+")).match(QString::fromUtf8(whole)).captured().toUtf8(),
            "\"cycles\":1");
        QVERIFY(collecting(tooFast).contains(QStringLiteral("is damaged"))); // faster than its proven bound
        QVERIFY(collecting(QByteArray(whole).replace("\"cycles\":", "\"cycles\":1"), "parts/shard-1-of-2b.jsonl")
                    .contains(QStringLiteral("another result for point")));
    }

    void saysHowOtherQueuesDoIt()
    {
        const CommandLine cli;
        QCOMPARE(cli.run(with(kSweep, "--shard 2/4 --shard-dir parts")).exitCode, 0);
        const auto printed = cli.run(submitting("--shard-dir parts --shards 4 --runner print"));
        QCOMPARE(printed.exitCode, 0);
        for (const char* part :
             {"sbatch --array=1,3-4 --requeue", "qsub -t 1-4", "bsub -J 'nestloom[1,3-4]'", "parallel '", "::: 1 3 4"})
            QVERIFY2(printed.out.contains(QLatin1String(part)), qPrintable(printed.out));
    }

    void slurmSolvesItThoughOneIsKilled_data()
    {
        QTest::addColumn<QByteArray>("killed");
        QTest::newRow("a task") << QByteArray();
        QTest::newRow("a task with its node") << QByteArray("n1");
        QTest::newRow("a task with the controller") << QByteArray("controller");
    }
    void slurmSolvesItThoughOneIsKilled()
    {
        QFETCH(QByteArray, killed);
        CommandLine cli;
        const SmallSlurm slurm;
        if (!slurm.problem().isEmpty())
            QSKIP(qPrintable(slurm.problem()));
        cli.setVariable(QStringLiteral("SLURM_CONF"), slurm.configuration());
        QProcess submit;
        cli.start(submit, submitting("--shard-dir parts --shards 4"));
        const QStringList ofTask{QStringLiteral("-9"), QStringLiteral("-f"),
                                 QStringLiteral("sweep --shard 1/4 --shard-dir ") + cli.path(QStringLiteral("parts"))};
        bool isKilled = false;
        const auto kill = [&] {
            isKilled = isKilled || QProcess::execute(QStringLiteral("pkill"), ofTask) == 0;
            return isKilled;
        };
        QTRY_VERIFY_WITH_TIMEOUT(kill(), 30'000);
        if (!killed.isEmpty())
            slurm.kill(killed);
        if (killed == "controller") {
            slurm.restartController(); // it may have lost jobs that run, and then takes the nodes out of use
            for (int i = 0; i < 60 && !submit.waitForFinished(1'000); ++i)
                slurm.resumeAndRelease();
        }
        const auto done = CommandLine::finish(submit);
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        const CommandLine here;
        QCOMPARE(cli.run(words("sweep collect parts --json")).out, here.run(with(kSweep, "--json")).out);
    }
};

QTEST_GUILESS_MAIN(TestShards)
#include "tst_shards.moc"
