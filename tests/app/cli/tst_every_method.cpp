// SPDX-License-Identifier: GPL-3.0-or-later
// One run of each method on one accelerator that serves all of them: stored in one table, shown, compared, reported,
// exported and deleted in one way.
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

struct Method {
    const char* engine;
    const char* options;
    const char* kind;
    const char* model;
};
constexpr std::array<Method, 6> kMethods{{{"cosa", "", "layers", "own"},
                                          {"random", "", "layers", "own"},
                                          {"flexer", "", "layers", "tiles"},
                                          {"kapla", "--batch 1", "nodes", "nodes"},
                                          {"kapla-random", "--batch 1 --keep 0.5", "nodes", "nodes"},
                                          {"cosma", "--scratchpad M_R", "memory", "memory"}}};

QJsonObject object(const QString& text) { return QJsonDocument::fromJson(text.toUtf8()).object(); }

QJsonObject listed(const CommandLine& cli) { return object(cli.run(words("runs --json")).out); }

} // namespace

class TestEveryMethod : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        for (const Method& method : kMethods) {
            const auto made = m_cli.run(words("run --accelerator edge-systolic --network squeezenet1_1 --engine")
                                        << QLatin1String(method.engine) << words(method.options));
            QVERIFY2(made.exitCode == 0, qPrintable(made.err));
            m_made.push_back(made.out);
        }
    }

    void allAreInOneTableWithOneNumbering()
    {
        const QJsonArray runs = listed(m_cli)[QStringLiteral("runs")].toArray();
        QCOMPARE(runs.size(), qsizetype(kMethods.size()));
        for (std::size_t i = 0; i < kMethods.size(); ++i) {
            const QJsonObject run = runs[qsizetype(kMethods.size() - 1 - i)].toObject(); // newest first
            QCOMPARE(run[QStringLiteral("run")].toInt(), int(i + 1));
            QVERIFY(m_made[i].contains(QStringLiteral("stored as run %1\n").arg(i + 1)));
            QCOMPARE(run[QStringLiteral("engine")].toString(), QLatin1String(kMethods[i].engine));
            QCOMPARE(run[QStringLiteral("kind")].toString(), QLatin1String(kMethods[i].kind));
            QCOMPARE(run[QStringLiteral("model")].toString(), QLatin1String(kMethods[i].model));
            QCOMPARE(run[QStringLiteral("status")].toString(), QStringLiteral("finished"));
        }
        QCOMPARE(m_cli.run(words("runs")).out.count(QStringLiteral("squeezenet1_1")), qsizetype(kMethods.size()));
    }

    void allJsonKeepsToTheSchema_data()
    {
        QTest::addColumn<QString>("command");
        const auto row = [](const QString& command) { QTest::newRow(qPrintable(command)) << command; };
        row(QStringLiteral("runs --json"));
        row(QStringLiteral("compare 1 3 4 6 --json"));
        row(QStringLiteral("compare 1 2 --judge-by timeloop --json"));
        for (std::size_t i = 0; i < kMethods.size(); ++i) {
            row(QStringLiteral("runs show %1 --json").arg(i + 1));
        }
        row(QStringLiteral("schedule --json --store s --accelerator edge-systolic --network alexnet --objective edp"));
        row(QStringLiteral("run --json --store s --accelerator simba --network alexnet --layer features.3 --engine "
                           "cosa-mesh")); // the model "mesh"
        row(QStringLiteral("plan squeezenet1_1 --scratchpad M_P --json --store s"));
        row(QStringLiteral("plan squeezenet1_1 --scratchpad 10B --json --store s")); // refused
    }
    void allJsonKeepsToTheSchema()
    {
        QFETCH(const QString, command);
        const auto result = m_cli.run(words(qPrintable(command)));
        QCOMPARE(m_schema.complaint(result.out), QString());
        QCOMPARE(object(result.out)[QStringLiteral("schema")].toInt(), 1);
    }

    void theSchemaRefusesWhatItDoesNotDescribe()
    {
        QJsonObject list = listed(m_cli);
        const auto complaint = [&](const QString& key, const QJsonValue& value) {
            QJsonArray runs = list[QStringLiteral("runs")].toArray();
            QJsonObject run = runs[0].toObject();
            value.isUndefined() ? run.remove(key) : void(run.insert(key, value));
            runs[0] = run;
            return m_schema.complaint(
                QString::fromUtf8(QJsonDocument(QJsonObject{{QStringLiteral("schema"), list[QStringLiteral("schema")]},
                                                            {QStringLiteral("runs"), runs}})
                                      .toJson()));
        };
        QCOMPARE(complaint(QStringLiteral("engine"), QStringLiteral("cosa")), QString());
        QVERIFY(complaint(QStringLiteral("engine"), QJsonValue::Undefined).contains(QStringLiteral("lacks engine")));
        QVERIFY(complaint(QStringLiteral("cycles"), 1.5).contains(QStringLiteral(".cycles: type")));
        QVERIFY(complaint(QStringLiteral("kind"), QStringLiteral("x")).contains(QStringLiteral(".kind: enum")));
        QVERIFY(complaint(QStringLiteral("cyles"), 1).contains(QStringLiteral("does not know cyles")));
        list[QStringLiteral("schema")] = 0;
        QVERIFY(!complaint(QStringLiteral("engine"), QStringLiteral("cosa")).isEmpty());
    }

    /// What is printed when a run is made is what the store gives back, but for its number and its time.
    void aRunIsPrintedAsItIsShownLater()
    {
        for (std::size_t i = 0; i < kMethods.size(); ++i) {
            const auto made = object(
                m_cli
                    .run(words("run --json --no-store --accelerator edge-systolic --network squeezenet1_1 --engine")
                         << QLatin1String(kMethods[i].engine) << words(kMethods[i].options))
                    .out);
            QCOMPARE(m_schema.complaint(QString::fromUtf8(QJsonDocument(made).toJson())), QString());
            const auto shown = object(m_cli.run(words("runs show --json") << QString::number(i + 1)).out);
            QJsonObject before = made[QStringLiteral("summary")].toObject(),
                        after = shown[QStringLiteral("summary")].toObject();
            QCOMPARE(before.take(QStringLiteral("run")).toInt(), 0);
            for (const char* key : {"energy_pj", "edp_js", "power_w"}) { // the store adds layers up in another order
                const double sum = before.take(QLatin1String(key)).toDouble();
                QVERIFY(std::abs(sum - after.take(QLatin1String(key)).toDouble()) <= 1e-9 * sum);
            }
            for (const char* key : {"run", "started_at"}) {
                before.remove(QLatin1String(key));
                after.remove(QLatin1String(key));
            }
            QCOMPARE(before, after);
            if (QLatin1String(kMethods[i].kind) == QLatin1String("nodes"))
                QVERIFY(after[QStringLiteral("not_costed")].toString().contains(QLatin1String("relu")));
            for (const char* key :
                 {"network", "engine", "totals", "not_scheduled", "traffic_bytes", "places", "segments"})
                if (QLatin1String(key) != QLatin1String("totals")
                    || QLatin1String(kMethods[i].kind) == QLatin1String("nodes"))
                    QCOMPARE(made[QStringLiteral("result")][QLatin1String(key)],
                             shown[QStringLiteral("result")][QLatin1String(key)]);
        }
    }

    void eachIsShownWithTheFiguresItHad()
    {
        const auto total = [](const QString& text) {
            static const QRegularExpression line(QStringLiteral("\n(total [^\n]*|scratchpad [^\n]*proven)"));
            return line.match(text).captured(1);
        };
        for (std::size_t i = 0; i < kMethods.size(); ++i) {
            const auto shown = m_cli.run(words("runs show") << QString::number(i + 1));
            QVERIFY2(shown.exitCode == 0, qPrintable(shown.err));
            const QString title = shown.out.section(u'\n', 0, 0);
            QVERIFY2(title.startsWith(QStringLiteral("run %1: squeezenet1_1 on edge-systolic, engine %2")
                                          .arg(i + 1)
                                          .arg(QLatin1String(kMethods[i].engine))),
                     qPrintable(title));
            QVERIFY2(title.contains(QStringLiteral(" (model %1)").arg(QLatin1String(kMethods[i].model))),
                     qPrintable(title));
            if (QLatin1String(kMethods[i].kind) != QLatin1String("layers")) {
                QVERIFY(!total(m_made[i]).isEmpty());
                QCOMPARE(total(shown.out), total(m_made[i]));
            }
            const QJsonObject json = object(m_cli.run(words("runs show --json") << QString::number(i + 1)).out);
            QCOMPARE(json[QStringLiteral("summary")].toObject()[QStringLiteral("run")].toInt(), int(i + 1));
            QCOMPARE(json[QStringLiteral("result")].toObject()[QStringLiteral("engine")].toString(),
                     QLatin1String(kMethods[i].engine));
        }
    }

    void figuresOfOneModelAreComparedAndOthersAreNot()
    {
        const auto nodes = m_cli.run(words("compare 4 5"));
        QVERIFY2(nodes.exitCode == 0, qPrintable(nodes.err));
        QVERIFY2(nodes.out.contains(QRegularExpression(QStringLiteral("\n[Cc]ycles .* \\([+-].* %\\)"))),
                 qPrintable(nodes.out));
        const auto mixed = m_cli.run(words("compare 1 3 4 6"));
        QVERIFY2(mixed.exitCode == 0, qPrintable(mixed.err));
        QVERIFY2(!mixed.out.contains(QStringLiteral(" %)")), qPrintable(mixed.out));
        for (const char* run : {"run 3", "run 4", "run 6"})
            QVERIFY2(mixed.out.contains(QStringLiteral("\n%1: ").arg(QLatin1String(run))), qPrintable(mixed.out));
        for (const char* model : {"own", "mesh", "timeloop", "ideal"}) {
            const auto judged = m_cli.run(words("compare 1 2 --judge-by") << QLatin1String(model));
            QVERIFY2(judged.exitCode == 0, qPrintable(judged.err));
            const QRegularExpression line(QStringLiteral("\nModel +%1 +%1\n").arg(QLatin1String(model)));
            QVERIFY2(judged.out.contains(line), qPrintable(judged.out));
        }
        const auto part = m_cli.run(words("compare 1 4 --judge-by timeloop")); // nodes have no mappings
        QCOMPARE(part.exitCode, 1);
        QVERIFY2(part.out.contains(QRegularExpression(QStringLiteral("\nModel +timeloop +nodes\n"))),
                 qPrintable(part.out));
        QVERIFY2(part.err.contains(QStringLiteral("run 4 cannot be judged by timeloop")), qPrintable(part.err));
        QCOMPARE(m_cli.run(words("compare 4 5 --judge-by timeloop")).exitCode, 2); // nor any of these
        QCOMPARE(m_cli.run(words("compare 1")).exitCode, 2);
        QVERIFY(m_cli.run(words("compare 1 99")).err.contains(QStringLiteral("there is no run 99")));
    }

    void eachIsReportedAndExported()
    {
        for (std::size_t i = 1; i <= kMethods.size(); ++i) {
            const QString report = QStringLiteral("r%1.html").arg(i);
            const auto written = m_cli.run(words("report --run") << QString::number(i) << words("--output") << report);
            QVERIFY2(written.exitCode == 0, qPrintable(written.err));
            QVERIFY(m_cli.read(report).contains("squeezenet1_1"));
            const auto exported = m_cli.run(words("export --to json --out out --run") << QString::number(i));
            QVERIFY2(exported.exitCode == 0, qPrintable(exported.err));
            const QString json = QString::fromUtf8(m_cli.read(QStringLiteral("out/run-%1.json").arg(i)));
            QCOMPARE(m_schema.complaint(json), QString());
            QCOMPARE(json, m_cli.run(words("runs show --json") << QString::number(i)).out);
            QVERIFY(!object(json)[QStringLiteral("result")].toObject().isEmpty());
            const auto now =
                m_cli.run(words("report --no-store --output now.html --accelerator edge-systolic --network "
                                "squeezenet1_1 --engine")
                          << QLatin1String(kMethods[i - 1].engine) << words(kMethods[i - 1].options));
            QVERIFY2(now.exitCode == 0, qPrintable(now.err));
            QVERIFY(std::abs(m_cli.read(QStringLiteral("now.html")).size() - m_cli.read(report).size()) < 200);
        }
        const auto together = m_cli.run(words("report --compare 1,3,4,6 --output all.html"));
        QVERIFY2(together.exitCode == 0, qPrintable(together.err));
    }

    void aDeletedRunIsGoneFromTheList()
    {
        const CommandLine cli;
        QVERIFY(cli.run(words("runs delete 7")).err.contains(QStringLiteral("no such database")));
        const QStringList run =
            words("run --accelerator edge-systolic --network mlp_l --engine cosma --scratchpad M_R");
        QCOMPARE(cli.run(run).exitCode, 0);
        QVERIFY(cli.run(words("runs delete 7")).err.contains(QStringLiteral("there is no run 7")));
        QVERIFY(cli.run(words("runs restore 1")).err.contains(QStringLiteral("run 1: it is not in the bin")));
        QCOMPARE(cli.run(words("runs restore")).out, QStringLiteral("the bin is empty\n"));
        QVERIFY(cli.run(words("runs --bin")).err.contains(QStringLiteral("the bin is empty")));
        QCOMPARE(cli.run(words("runs delete 1")).exitCode, 0);
        QVERIFY(cli.run(words("runs --bin")).out.contains(QStringLiteral("mlp_l")));
        QCOMPARE(cli.run(words("runs restore 1")).out, QStringLiteral("brought back: 1\n"));
        QCOMPARE(cli.run(words("runs delete 1")).exitCode, 0);
        QVERIFY(!cli.run(words("runs")).out.contains(QStringLiteral("mlp_l")));
        QCOMPARE(cli.run(words("runs show 1")).exitCode, 2);
    }

    void aPlanWithoutASizeIsForTheBufferThatAllPEsShare()
    {
        const CommandLine cli;
        const auto planned =
            cli.run(words("run --no-store --accelerator edge-systolic --network mlp_l --engine cosma"));
        QVERIFY2(planned.exitCode == 0, qPrintable(planned.err));
        QVERIFY2(planned.out.contains(QStringLiteral("scratchpad 256 KiB (262,144 B): ")), qPrintable(planned.out));
        QCOMPARE(cli.run(words("plan mlp_l")).exitCode, 2); // without an accelerator there is no buffer
    }

    void whatIsRefusedLeavesNothing_data()
    {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments : {"--accelerator simba --network alexnet --engine flexer",
                                      "--accelerator simba --network alexnet --engine exhaustive", // every layer
                                      "--accelerator simba --network alexnet --engine kapla",
                                      "--accelerator simba --network alexnet --engine cosma --scratchpad 10B"})
            QTest::newRow(arguments) << QString::fromUtf8(arguments);
    }
    void whatIsRefusedLeavesNothing()
    {
        QFETCH(const QString, arguments);
        const CommandLine cli;
        const auto refused = cli.run(QStringList{QStringLiteral("run")} + words(arguments.toUtf8().constData()));
        QVERIFY(refused.exitCode != 0);
        QVERIFY(!refused.err.isEmpty());
        QVERIFY(listed(cli)[QStringLiteral("runs")].toArray().isEmpty());
    }

private:
    const CommandLine m_cli;
    const JsonSchema m_schema{QStringLiteral("run.schema.json")};
    std::vector<QString> m_made; // what each run printed
};

QTEST_GUILESS_MAIN(TestEveryMethod)
#include "tst_every_method.moc"
