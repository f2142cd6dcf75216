// SPDX-License-Identifier: GPL-3.0-or-later
// The list of stored runs, and one of them, when parts are missing or damaged.
#include "app/store/run_store.h"
#include "tests/app/support/command_line.h"
#include "tests/app/support/small_inputs.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::testing;

namespace {

records::RunId storeRun(store::RunStore& store, int failed)
{
    const records::RunInputs inputs = smallInputs();
    const records::RunId run = *store.begin(inputs);
    for (int i = 0; i < 3; ++i)
        (void)store.addLayer(run, inputs.accelerator,
                             i < failed ? failedLayer(inputs, std::size_t(i)) : solvedLayer(inputs, std::size_t(i)));
    (void)store.finish(run, records::RunStatus::Finished);
    return run;
}

QString lineOf(const CommandResult& result, const QString& begin)
{
    for (const QString& line : result.out.split(QLatin1Char('\n')))
        if (line.trimmed().startsWith(begin))
            return line;
    return {};
}

} // namespace

class TestRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRunThatLacksLayersSaysSo()
    {
        const CommandLine cli;
        {
            auto store = store::RunStore::open(database(cli));
            storeRun(*store, 0);
            storeRun(*store, 2);
            storeRun(*store, 3);
        }
        const auto list = cli.run(words("runs"));
        QCOMPARE(list.exitCode, 0);
        const QString whole = lineOf(list, QStringLiteral("1 ")), part = lineOf(list, QStringLiteral("2 ")),
                      none = lineOf(list, QStringLiteral("3 "));
        QVERIFY2(whole.contains(QStringLiteral("3/3")) && !whole.contains(QStringLiteral("of a part")),
                 qPrintable(list.out));
        QVERIFY2(part.contains(QStringLiteral("1/3")) && part.count(QStringLiteral("of a part")) == 3,
                 qPrintable(list.out));
        QVERIFY2(none.contains(QStringLiteral("0/3")), qPrintable(list.out));
        QVERIFY(list.out.contains(QStringLiteral("run 2 has no mapping for 2 of 3 layers; runs show 2 tells which")));
        const auto shown = cli.run(words("runs show 2"));
        QVERIFY2(shown.out.contains(QStringLiteral("the totals of this run lack 2 layers of 3")),
                 qPrintable(shown.out));
        QCOMPARE(cli.run(words("runs --json show 2")).out, cli.run(words("runs show 2 --json")).out);
    }

    void anAcceleratorThatIsNotThePresetOfItsNameIsMarked()
    {
        const CommandLine cli;
        QByteArray simba = tests::bytesOf(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml"));
        const QString same = cli.write(QStringLiteral("same.yaml"), "# a copy\n" + simba);
        const QByteArray clock = "clock: ";
        QVERIFY(simba.contains(clock));
        const QString other = cli.write(QStringLiteral("other.yaml"), simba.replace(clock, clock + "1"));
        for (const QString& file : {same, other}) {
            const auto run = cli.run(words("run --engine random --network alexnet --layer features.0 "
                                           "--accelerator")
                                     << file);
            QVERIFY2(run.exitCode == 0, qPrintable(run.err));
            const auto sweep = cli.run(words("sweep --engine random --network alexnet "
                                             "--axis levels.GlobalBuffer.capacity=64KiB --accelerator")
                                       << file);
            QVERIFY2(sweep.exitCode == 0, qPrintable(sweep.err));
        }
        for (const char* list : {"runs", "sweeps"}) {
            const auto shown = cli.run(words(list));
            QVERIFY2(lineOf(shown, QStringLiteral("1 ")).contains(QStringLiteral(" simba ")), qPrintable(shown.out));
            QVERIFY2(lineOf(shown, QStringLiteral("2 ")).contains(QStringLiteral(" simba* ")), qPrintable(shown.out));
        }
    }

    void aDamagedLayerIsNamedWithItsRunAndDatabase()
    {
        const CommandLine cli;
        {
            auto store = store::RunStore::open(database(cli));
            storeRun(*store, 0);
            auto other = store::Database::open(database(cli));
            QVERIFY(other->execute("UPDATE layers SET result_json = replace(result_json, '\"verified\":true', "
                                   "'\"verified\":false') WHERE layer_index = 1"));
        }
        const auto shown = cli.run(words("runs show 1"));
        QCOMPARE(shown.exitCode, 1);
        QVERIFY2(lineOf(shown, QStringLiteral("second")).contains(QStringLiteral("damaged")), qPrintable(shown.out));
        QVERIFY2(lineOf(shown, QStringLiteral("first")).contains(QStringLiteral("within 300.00 %")),
                 qPrintable(shown.out));
        QVERIFY2(shown.err.contains(QStringLiteral("run 1 in "))
                     && shown.err.contains(QStringLiteral("runs.sqlite, layer second: ")),
                 qPrintable(shown.err));
        QVERIFY(cli.run(words("runs show 1 --json")).out.contains(QStringLiteral("\"damaged\"")));
        QCOMPARE(cli.run(words("report 1 -o r.html")).exitCode, 0);
        QVERIFY(cli.read(QStringLiteral("r.html")).contains("Damaged: run 1 in "));
    }

private:
    static std::string database(const CommandLine& cli)
    {
        return cli.path(QStringLiteral("data/runs.sqlite")).toStdString();
    }
};

QTEST_GUILESS_MAIN(TestRuns)
#include "tst_runs.moc"
