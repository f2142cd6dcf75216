// SPDX-License-Identifier: GPL-3.0-or-later
// One run of each method on one accelerator that serves all of them: stored in one table, shown, compared, reported,
// exported and deleted in one way.
#include "tests/app/support/command_line.h"
#include "tests/places.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using nestloom::testing::CommandLine;
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

    /// What is written must be in the schema, and what the schema requires must be there.
    void theListKeepsToItsSchema()
    {
        QFile file(QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/schema/run.schema.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject schema = QJsonDocument::fromJson(file.readAll()).object();
        const QJsonObject summary = schema[QStringLiteral("$defs")].toObject()[QStringLiteral("summary")].toObject();
        QCOMPARE(schema[QStringLiteral("properties")]
                     .toObject()[QStringLiteral("schema")]
                     .toObject()[QStringLiteral("const")]
                     .toInt(),
                 listed(m_cli)[QStringLiteral("schema")].toInt());
        const QJsonObject known = summary[QStringLiteral("properties")].toObject();
        const QHash<QString, QJsonValue::Type> types{{QStringLiteral("integer"), QJsonValue::Double},
                                                     {QStringLiteral("number"), QJsonValue::Double},
                                                     {QStringLiteral("string"), QJsonValue::String},
                                                     {QStringLiteral("boolean"), QJsonValue::Bool},
                                                     {QStringLiteral("array"), QJsonValue::Array}};
        for (const QJsonValue& value : listed(m_cli)[QStringLiteral("runs")].toArray()) {
            const QJsonObject run = value.toObject();
            for (const QJsonValue& required : summary[QStringLiteral("required")].toArray())
                QVERIFY2(run.contains(required.toString()), qPrintable(required.toString()));
            for (auto it = run.begin(); it != run.end(); ++it) {
                QVERIFY2(known.contains(it.key()), qPrintable(it.key()));
                const QString type = known[it.key()].toObject()[QStringLiteral("type")].toString();
                QVERIFY2(it.value().type() == types.value(type, QJsonValue::Undefined), qPrintable(it.key()));
            }
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
            QVERIFY(
                shown.out.startsWith(QStringLiteral("run %1: squeezenet1_1 on edge-systolic, engine %2 (model %3)")
                                         .arg(i + 1)
                                         .arg(QLatin1String(kMethods[i].engine), QLatin1String(kMethods[i].model))));
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
        QCOMPARE(m_cli.run(words("compare 1 2 --judge-by timeloop")).exitCode, 0);
        QCOMPARE(m_cli.run(words("compare 1 4 --judge-by timeloop")).exitCode, 2); // nodes have no mappings
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
            const auto json = object(QString::fromUtf8(m_cli.read(QStringLiteral("out/run-%1.json").arg(i))));
            QVERIFY(!json[QStringLiteral("result")].toObject().isEmpty());
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
        QCOMPARE(cli.run(words("runs delete 1")).exitCode, 0);
        QVERIFY(!cli.run(words("runs")).out.contains(QStringLiteral("mlp_l")));
        QCOMPARE(cli.run(words("runs show 1")).exitCode, 2);
    }

    void whatIsRefusedLeavesNothing_data()
    {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments : {"--accelerator simba --network alexnet --engine flexer",
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
    std::vector<QString> m_made; // what each run printed
};

QTEST_GUILESS_MAIN(TestEveryMethod)
#include "tst_every_method.moc"
