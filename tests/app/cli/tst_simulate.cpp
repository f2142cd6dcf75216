// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"
#include "tests/places.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using nestloom::testing::CommandLine;
using nestloom::testing::JsonSchema;
using nestloom::testing::words;

namespace {

/// Small enough to be simulated in milliseconds.
const QByteArray kNetwork = R"(network:
  name: tiny
  layers:
    - {name: first, R: 3, S: 3, P: 8, Q: 8, C: 16, K: 32}
    - {name: second, P: 8, Q: 8, C: 32, K: 16}
)";

QJsonObject object(const QString& json) { return QJsonDocument::fromJson(json.toUtf8()).object(); }

} // namespace

class TestSimulate : public QObject {
    Q_OBJECT
private slots:
    void saysWhereTheTimeGoes()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        const auto result = cli.run(words("simulate --accelerator simba --layer first --network") << network);
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        for (const char* part :
             {"layer first", "simulated", "where the time goes", "serial sends", "DRAM bandwidth", "hottest links"})
            QVERIFY2(result.out.contains(QLatin1String(part)), part);
    }

    void sharesAreTheWholeRun()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        const auto result = cli.run(words("simulate --accelerator simba --layer first --json --network") << network);
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        const QString broken = JsonSchema(QStringLiteral("simulation.schema.json")).complaint(result.out);
        QVERIFY2(broken.isEmpty(), qPrintable(broken));
        const QJsonObject json = object(result.out);
        const QJsonObject time = json[QStringLiteral("time")].toObject();
        qint64 sum = time[QStringLiteral("compute")].toInteger() + time[QStringLiteral("tail")].toInteger();
        for (const auto& wait : time[QStringLiteral("waits")].toArray())
            sum += wait.toObject()[QStringLiteral("cycles")].toInteger();
        QCOMPARE(sum, json[QStringLiteral("simulated_cycles")].toInteger());
        QVERIFY(json[QStringLiteral("hottest_links")].toArray().size() > 0);
        const auto again = cli.run(words("simulate --accelerator simba --layer first --json --network") << network);
        QCOMPARE(again.out, result.out);
    }

    void takesTheDramThatTheAcceleratorStates()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        QFile preset(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml"));
        QVERIFY(preset.open(QIODevice::ReadOnly));
        const QString accelerator =
            cli.write(QStringLiteral("own.yaml"), preset.readAll() + "\n  dram: {model: lpddr4-2400}\n");
        const auto own = cli.run(words("simulate --layer first --network")
                                 << network << QStringLiteral("--accelerator") << accelerator);
        QVERIFY2(own.exitCode == 0, qPrintable(own.err));
        QVERIFY(own.out.contains(QStringLiteral("DRAM lpddr4-2400")));
        const auto told = cli.run(words("simulate --dram bandwidth --layer first --network")
                                  << network << QStringLiteral("--accelerator") << accelerator);
        static const QRegularExpression bytes(
            QStringLiteral("DRAM bandwidth: [0-9,]+ B read, [0-9,]+ B written, in use"));
        QVERIFY2(told.out.contains(bytes), qPrintable(told.out)); // it knows neither bursts nor rows
    }

    void takesRoutersAndReductions()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        QSet<qint64> cycles;
        for (const char* router : {"wormhole", "vc"})
            for (const char* reduction : {"chain", "store-and-forward", "receiver"}) {
                const auto result = cli.run(words("simulate --accelerator simba --layer first --json --router")
                                            << QLatin1String(router) << QStringLiteral("--reduction")
                                            << QLatin1String(reduction) << QStringLiteral("--network") << network);
                QVERIFY2(result.exitCode == 0, qPrintable(result.err));
                const QJsonObject json = object(result.out);
                QCOMPARE(json[QStringLiteral("router")].toString(), QLatin1String(router));
                QCOMPARE(json[QStringLiteral("reduction")].toString(), QLatin1String(reduction));
                QVERIFY(json[QStringLiteral("finished")].toBool());
                cycles.insert(json[QStringLiteral("simulated_cycles")].toInteger());
            }
        QVERIFY(cycles.size() >= 2); // the routers at least make a difference
        const auto plain = cli.run(words("simulate --accelerator simba --layer first --network") << network);
        QVERIFY2(plain.out.contains(QStringLiteral("routers: wormhole, partial sums: chain")), qPrintable(plain.out));
    }

    void writesWhatHappensWhen()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        const auto simulate = [&](const char* file) {
            return cli.run(words("simulate --accelerator simba --layer second --network")
                           << network << QStringLiteral("--trace") << cli.path(QLatin1String(file)));
        };
        QCOMPARE(simulate("trace.json").exitCode, 0);
        QVERIFY(object(QString::fromUtf8(cli.read(QStringLiteral("trace.json"))))[QStringLiteral("traceEvents")]
                    .toArray()
                    .size()
                > 10);
        QCOMPARE(simulate("trace.csv").exitCode, 0);
        QVERIFY(cli.read(QStringLiteral("trace.csv"))
                    .startsWith("id,what,tensor,step,actor,destinations,bytes,start_cycle,end_cycle\n"));
        const auto nowhere = simulate("no/such/folder/trace.json");
        QCOMPARE(nowhere.exitCode, 2);
    }

    void aLayerOfAStoredRunIsStoredWithIt()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        QCOMPARE(cli.run(words("schedule --accelerator simba --network") << network).exitCode, 0);
        const auto none = cli.run(words("runs show 1"));
        QVERIFY2(none.out.contains(QStringLiteral("no layer is simulated")), qPrintable(none.out + none.err));
        const auto simulated = cli.run(words("simulate --run 1 --layer first --dram ddr4-2400"));
        QVERIFY2(simulated.exitCode == 0, qPrintable(simulated.err));
        QVERIFY(simulated.out.contains(QStringLiteral("stored with run 1")));
        const auto json = object(cli.run(words("simulate --run 1 --layer first --json")).out);
        const qint64 cycles = json[QStringLiteral("simulated_cycles")].toInteger();
        const auto shown = cli.run(words("runs show 1"));
        QCOMPARE(shown.exitCode, 0);
        QVERIFY(shown.out.contains(QStringLiteral("bandwidth, wormhole, chain"))); // the newest of equals
        const QJsonObject all = object(cli.run(words("runs show 1 --json")).out);
        QCOMPARE(all[QStringLiteral("simulations")].toArray().size(), 2);
        const QJsonArray layers = all[QStringLiteral("result")].toObject()[QStringLiteral("layers")].toArray();
        QCOMPARE(layers.size(), 2);
        const QJsonObject first = layers[0].toObject(), second = layers[1].toObject();
        QCOMPARE(first[QStringLiteral("simulated_cycles")].toInteger(), cycles);
        QVERIFY(first[QStringLiteral("cycles")].toInteger() > 0);
        QVERIFY(!second.contains(QStringLiteral("simulated_cycles")));
    }

    void allLayersOfAStoredRunAreSimulated()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        QCOMPARE(cli.run(words("schedule --accelerator simba --network") << network).exitCode, 0);
        const auto all = cli.run(words("simulate --run 1"));
        QVERIFY2(all.exitCode == 0, qPrintable(all.err));
        QVERIFY2(all.out.contains(QStringLiteral("2 of 2 layers")), qPrintable(all.out));
        const QJsonObject shown = object(cli.run(words("runs show 1 --json")).out);
        for (const QJsonValue& layer : shown[QStringLiteral("result")].toObject()[QStringLiteral("layers")].toArray())
            QVERIFY(layer.toObject()[QStringLiteral("simulated_cycles")].toInteger()
                    >= layer.toObject()[QStringLiteral("cycles")].toInteger());
        const auto one = object(cli.run(words("simulate --run 1 --layer first --json")).out);
        QCOMPARE(shown[QStringLiteral("result")]
                     .toObject()[QStringLiteral("layers")]
                     .toArray()[0]
                     .toObject()[QStringLiteral("simulated_cycles")]
                     .toInteger(),
                 one[QStringLiteral("simulated_cycles")].toInteger());
        QCOMPARE(cli.run(words("schedule --accelerator simba --seed 2 --network") << network).exitCode, 0);
        const auto refused = cli.run(words("compare 1 2 --judge-by simulated"));
        QCOMPARE(refused.exitCode, 1); // the first is judged
        QVERIFY2(refused.err.contains(QStringLiteral("0 of 2 layers are simulated")), qPrintable(refused.err));
        QCOMPARE(cli.run(words("simulate --run 2")).exitCode, 0);
        const auto compared = cli.run(words("compare 1 2 --judge-by simulated"));
        QVERIFY2(compared.exitCode == 0, qPrintable(compared.err));
        QVERIFY2(compared.out.contains(QStringLiteral("simulated")), qPrintable(compared.out));
        const auto mesh = cli.run(words("compare 1 2 --judge-by mesh"));
        QVERIFY2(mesh.out.contains(QRegularExpression(QStringLiteral("\nModel +mesh +mesh\n"))), qPrintable(mesh.out));
    }

    /// It may be of no accelerator.
    void aMemoryPlanHasNothingToSimulate()
    {
        const CommandLine cli;
        QCOMPARE(cli.run(words("plan squeezenet1_1 --scratchpad M_R")).exitCode, 0);
        for (const char* asked : {"simulate --run 1", "simulate --run 1 --json", "simulate --run 1 --layer conv1"}) {
            const auto refused = cli.run(words(asked));
            QCOMPARE(refused.exitCode, 2);
            QCOMPARE(refused.err.count(QLatin1Char('\n')), 1);
        }
    }

    void whatIsSimulatedStandsBesideTheModelOfItsRun()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        QCOMPARE(cli.run(words("run --accelerator simba --engine cosa-mesh --network") << network).exitCode, 0);
        const auto layers = object(cli.run(words("runs show 1 --json")).out)[QStringLiteral("result")]
                                .toObject()[QStringLiteral("layers")]
                                .toArray();
        const auto one = object(cli.run(words("simulate --run 1 --layer first --json")).out);
        QCOMPARE(one[QStringLiteral("model")].toString(), QStringLiteral("mesh"));
        QCOMPARE(one[QStringLiteral("model_cycles")].toInteger(),
                 layers[0].toObject()[QStringLiteral("cycles")].toInteger());
        QVERIFY(cli.run(words("simulate --run 1 --layer first")).out.contains(QStringLiteral("\nmesh model ")));
        // The total is of what the table shows, and another memory is named.
        const QString whole = cli.run(words("simulate --run 1 --dram ddr4-2400")).out;
        const QRegularExpression total(QStringLiteral("simulated ([0-9,]+) cycles where the model says"));
        qint64 sum = 0;
        for (const char* layer : {"first", "second"})
            sum +=
                object(cli.run(words("simulate --run 1 --dram ddr4-2400 --json --layer") << QString::fromLatin1(layer))
                           .out)[QStringLiteral("simulated_cycles")]
                    .toInteger();
        QCOMPARE(total.match(whole).captured(1).remove(QLatin1Char(',')).toLongLong(), sum);
        QVERIFY2(
            whole.contains(QStringLiteral("simulated with DRAM ddr4-2400, while model and bounds count bandwidth")),
            qPrintable(whole));
        QCOMPARE(cli.run(words("simulate --run 1 --layer first --dram ddr4-2666")).exitCode,
                 0); // a try changes no total
        QCOMPARE(total.match(cli.run(words("runs show 1")).out).captured(), total.match(whole).captured());
    }

    void refusesInOneSentence_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no such layer") << QStringLiteral("--accelerator simba --network resnet50 --layer third")
                                       << QStringLiteral("third");
        QTest::newRow("no such DRAM") << QStringLiteral(
            "--accelerator simba --network alexnet --layer features.0 --dram ddr9")
                                      << QStringLiteral("ddr9");
        QTest::newRow("no such router") << QStringLiteral(
            "--accelerator simba --network alexnet --layer features.0 --router bus")
                                        << QStringLiteral("bus");
        QTest::newRow("no such reduction")
            << QStringLiteral("--accelerator simba --network alexnet --layer features.0 --reduction sum")
            << QStringLiteral("sum");
        QTest::newRow("no layer named") << QStringLiteral("--accelerator simba --network alexnet")
                                        << QStringLiteral("--layer");
        QTest::newRow("nothing named") << QStringLiteral("--layer first") << QStringLiteral("--run");
        QTest::newRow("no such run") << QStringLiteral("--run 7 --layer first --store nowhere.sqlite")
                                     << QStringLiteral("no such database");
        QTest::newRow("no mesh") << QStringLiteral("--accelerator flexer-arch1 --network alexnet --layer features.0")
                                 << QStringLiteral("interconnect");
    }
    void refusesInOneSentence()
    {
        QFETCH(const QString, arguments);
        QFETCH(const QString, sentence);
        const CommandLine cli;
        const auto result = cli.run(QStringList{QStringLiteral("simulate")} + arguments.split(QLatin1Char(' ')));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(sentence), qPrintable(result.err));
        QVERIFY2(result.err.trimmed().count(QLatin1Char('\n')) <= 1, qPrintable(result.err));
    }
};

QTEST_GUILESS_MAIN(TestSimulate)
#include "tst_simulate.moc"
