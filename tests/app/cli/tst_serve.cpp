// SPDX-License-Identifier: GPL-3.0-or-later
// The tools for agents, over standard input and output.
#include "tests/app/support/command_line.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace nestloom::testing;

namespace {

/// A server that is spoken to line by line.
class Served {
public:
    explicit Served(const CommandLine& cli, const QStringList& more = {})
    {
        cli.start(m_process, words("serve --stdio") + more);
        m_process.waitForStarted();
    }
    ~Served()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished(10'000);
    }
    void tell(const QByteArray& line) { m_process.write(line.simplified() + '\n'); }
    QJsonObject say(const QByteArray& line)
    {
        m_process.write(line + '\n');
        while (!m_process.canReadLine())
            if (!m_process.waitForReadyRead(100'000))
                return {};
        return QJsonDocument::fromJson(m_process.readLine()).object();
    }
    QJsonObject ask(const QString& method, const QJsonObject& parameters = {})
    {
        const QJsonObject request{{QStringLiteral("jsonrpc"), QStringLiteral("2.0")},
                                  {QStringLiteral("id"), ++m_id},
                                  {QStringLiteral("method"), method},
                                  {QStringLiteral("params"), parameters}};
        const QJsonObject reply = say(QJsonDocument(request).toJson(QJsonDocument::Compact));
        return reply[QStringLiteral("id")].toInt() == m_id ? reply : QJsonObject();
    }
    QJsonObject call(const char* tool, const QJsonObject& arguments)
    {
        return ask(QStringLiteral("tools/call"), {{QStringLiteral("name"), QString::fromLatin1(tool)},
                                                  {QStringLiteral("arguments"), arguments}})[QStringLiteral("result")]
            .toObject();
    }
    static QString text(const QJsonObject& result)
    {
        return result[QStringLiteral("content")][0][QStringLiteral("text")].toString();
    }

private:
    QProcess m_process;
    int m_id = 0;
};

QJsonObject object(const char* json) { return QJsonDocument::fromJson(json).object(); }

} // namespace

class TestServe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsItsToolsWithTheirArguments()
    {
        const CommandLine cli;
        Served served(cli);
        const auto hello = served.ask(QStringLiteral("initialize"));
        QCOMPARE(hello[QStringLiteral("result")][QStringLiteral("serverInfo")][QStringLiteral("name")].toString(),
                 QStringLiteral("nestloom"));
        const QJsonArray tools =
            served.ask(QStringLiteral("tools/list"))[QStringLiteral("result")][QStringLiteral("tools")].toArray();
        QStringList names;
        for (const QJsonValue& tool : tools) {
            names << tool[QStringLiteral("name")].toString();
            QCOMPARE(tool[QStringLiteral("inputSchema")][QStringLiteral("type")].toString(), QStringLiteral("object"));
        }
        QCOMPARE(names, words("list validate schedule sweep front compare explain"));
    }

    void aToolDoesWhatTheCommandLineDoes()
    {
        const CommandLine cli;
        Served served(cli);
        const auto run = served.call(
            "schedule", object(R"({"accelerator": "simba", "network": "alexnet", "layers": ["features.0"]})"));
        QVERIFY2(!run[QStringLiteral("isError")].toBool(), qPrintable(Served::text(run)));
        const auto line =
            cli.run(words("run --json --no-store --accelerator simba --network alexnet --layer features.0"));
        const auto figures = [](const QString& json) {
            return QJsonDocument::fromJson(
                json.toUtf8())[QStringLiteral("result")][QStringLiteral("totals")][QStringLiteral("cycles")];
        };
        QVERIFY(figures(line.out).toDouble() > 0);
        QCOMPARE(figures(Served::text(run)), figures(line.out));
        const auto front = served.call("front", object(R"({"accelerator": "simba", "networks": ["alexnet"],
            "axes": ["levels.GlobalBuffer.capacity=64KiB,128KiB,256KiB"], "where": ["on_chip < 100*MiB"]})"));
        QVERIFY(QJsonDocument::fromJson(Served::text(front).toUtf8())[QStringLiteral("front")].isObject());
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("data/runs.sqlite")))); // it was not told where to write
    }

    void keepsRunsWhereItIsTold()
    {
        const CommandLine cli;
        Served served(cli, words("--store agent.sqlite"));
        for (int i = 0; i < 2; ++i)
            served.call("schedule",
                        object(R"({"accelerator": "simba", "network": "alexnet", "layers": ["features.0"]})"));
        const auto compared = served.call("compare", object(R"({"runs": ["1", "2"]})"));
        QVERIFY2(!compared[QStringLiteral("isError")].toBool(), qPrintable(Served::text(compared)));
        const auto explained = served.call("explain", object(R"({"run": "2"})"));
        QVERIFY(Served::text(explained).contains(QStringLiteral("features.0")));
    }

    void aCallCanBeCancelled()
    {
        const CommandLine cli;
        Served served(cli);
        served.tell(R"({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": "sweep", "arguments":
                       {"accelerator": "simba", "networks": ["resnet50"],
                        "axes": ["levels.GlobalBuffer.capacity=16KiB..160KiB:1KiB", "clock=1GHz", "levels.DRAM.read_bandwidth=1..100:1"]}}})");
        served.tell(
            R"({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 12}})"); // another
        served.tell(R"({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}})");
        QElapsedTimer clock;
        clock.start();
        QVERIFY(served.ask(QStringLiteral("ping")).contains(QStringLiteral("result"))); // the first answer of all
        QVERIFY(clock.elapsed() < 20'000);
    }

    void saysWhatIsWrong()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("bad.yaml"), "accelerator:\n  name: bad\n  colour: red\n");
        Served served(cli);
        const auto error = [&](const char* tool, const char* arguments) {
            const auto result = served.call(tool, object(arguments));
            return result[QStringLiteral("isError")].toBool() ? Served::text(result) : QString();
        };
        QVERIFY(error("paint", "{}").contains(QStringLiteral("no tool 'paint'")));
        QVERIFY(error("schedule", R"({"accelerator": "simba"})").contains(QStringLiteral("'network' is missing")));
        QVERIFY(error("schedule", R"({"accelerator": "simba", "network": "alexnet", "speed": 1})")
                    .contains(QStringLiteral("no argument 'speed'")));
        QVERIFY(error("schedule", R"({"accelerator": "--store=x", "network": "alexnet"})")
                    .contains(QStringLiteral("must not begin with a dash")));
        QVERIFY(error("sweep", R"({"accelerator": "simba", "networks": "alexnet", "axes": []})")
                    .contains(QStringLiteral("must be a list")));
        const QString bad = error("validate", R"({"accelerator": "bad.yaml"})");
        QVERIFY2(bad.count(QStringLiteral("bad.yaml:")) > 1, qPrintable(bad)); // all that is wrong with it
        QVERIFY(!served.call("validate", object(R"({"network": "alexnet"})"))[QStringLiteral("isError")].toBool());
        QCOMPARE(served.say("{nonsense")[QStringLiteral("error")][QStringLiteral("code")].toInt(), -32700);
        for (const char* line : {"[]", "null", "5"})
            QCOMPARE(served.say(line)[QStringLiteral("error")][QStringLiteral("code")].toInt(), -32600);
        QCOMPARE(served
                     .say(R"({"jsonrpc": "2.0", "id": 8, "method": "ping", "params": []})")[QStringLiteral("error")]
                                                                                           [QStringLiteral("code")]
                     .toInt(),
                 -32602);
        QVERIFY(served.say(R"({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": 5}})")
                    .contains(QStringLiteral("result")));
        QCOMPARE(served.ask(QStringLiteral("dance"))[QStringLiteral("error")][QStringLiteral("code")].toInt(), -32601);
        QVERIFY(served.ask(QStringLiteral("ping")).contains(QStringLiteral("result"))); // it is still there
    }
};

QTEST_GUILESS_MAIN(TestServe)
#include "tst_serve.moc"
