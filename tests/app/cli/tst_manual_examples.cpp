// SPDX-License-Identifier: GPL-3.0-or-later
// What the manual tells to type does what it says: every command, every query, every key.
#include "app/store/database.h"
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace nestloom;
using namespace nestloom::testing;

namespace {

QString page(const QString& name)
{
    QFile file(QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/manual/") + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The fenced blocks of one language.
QStringList blocks(const QString& markdown, const QString& language)
{
    const QRegularExpression block(QStringLiteral("^```%1\\n(.*?)^```$").arg(language),
                                   QRegularExpression::MultilineOption
                                       | QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto at = block.globalMatch(markdown); at.hasNext();)
        found << at.next().captured(1);
    return found;
}

/// Every key of every object.
void collectKeys(const QJsonValue& schema, QSet<QString>& keys)
{
    if (schema.isArray())
        for (const QJsonValue& one : schema.toArray())
            collectKeys(one, keys);
    const QJsonObject object = schema.toObject();
    const QJsonObject properties = object[QStringLiteral("properties")].toObject();
    for (const QString& key : properties.keys()) {
        keys << key;
        collectKeys(properties[key], keys);
    }
    for (const char* word : {"items", "anyOf"})
        if (object.contains(QLatin1String(word)))
            collectKeys(object[QLatin1String(word)], keys);
}

} // namespace

class TestManualExamples : public QObject {
    Q_OBJECT

    const CommandLine m_cli;

    store::Database database() const
    {
        return *store::Database::open(m_cli.path(QStringLiteral("data/runs.sqlite")).toStdString());
    }

private Q_SLOTS:
    void initTestCase()
    {
        // What examples refer to: files that come with the program, two runs, a sweep.
        for (const char* folder : {"/resources/examples", "/resources/examples/timeloop"})
            for (const QFileInfo& file :
                 QDir(QStringLiteral(NESTLOOM_SOURCE_DIR) + QLatin1String(folder)).entryInfoList(QDir::Files))
                QVERIFY(QFile::copy(file.filePath(), m_cli.path(file.fileName())));
        for (const char* command :
             {"run --accelerator simba --network alexnet", "run --accelerator simba-large-buffers --network alexnet",
              "sweep --accelerator simba --network alexnet --axis levels.DRAM.read_bandwidth=8,16"})
            QCOMPARE(m_cli.run(words(command)).exitCode, 0);
    }

    void everyCommandWorks_data()
    {
        QTest::addColumn<QString>("command");
        for (const QString& name :
             QDir(QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/manual")).entryList({QStringLiteral("*.md")}))
            for (const QString& block : blocks(page(name).remove(QStringLiteral("\\\n")), QStringLiteral("sh")))
                for (const QString& line : block.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
                    QTest::addRow("%s: %s", qPrintable(name), qPrintable(line)) << line;
    }

    void everyCommandWorks()
    {
        QFETCH(QString, command);
        QStringList arguments = QProcess::splitCommand(command);
        QCOMPARE(arguments.takeFirst(), QStringLiteral("nestloom-cli"));
        const CommandResult result = m_cli.run(arguments);
        if (result.err.contains(QStringLiteral("made without the window")))
            QSKIP("this build writes no PDF");
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QVERIFY(!result.out.isEmpty() || arguments.contains(QStringLiteral("--output")) || !result.err.isEmpty());
    }

    void everyFileCanBeRead_data()
    {
        QTest::addColumn<QString>("yaml");
        for (const QString& name : {QStringLiteral("network.md"), QStringLiteral("file-formats.md")})
            for (const QString& yaml : blocks(page(name), QStringLiteral("yaml")))
                QTest::addRow("%s: %s", qPrintable(name), qPrintable(yaml.section(QLatin1Char('\n'), 0, 1))) << yaml;
    }

    void everyFileCanBeRead()
    {
        QFETCH(QString, yaml);
        const QString file = m_cli.write(QStringLiteral("block.yaml"), yaml.toUtf8());
        const bool isNetwork = yaml.startsWith(QLatin1String("network"));
        const CommandResult result =
            m_cli.run(isNetwork ? words("import") << file
                                : words("run --network alexnet --layer features.0 --no-store --accelerator") << file);
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
    }

    void everyQueryHasAnAnswer_data()
    {
        QTest::addColumn<QString>("query");
        for (const QString& query : blocks(page(QStringLiteral("database.md")), QStringLiteral("sql")))
            QTest::newRow(qPrintable(query.section(QLatin1Char('\n'), 0, 0))) << query;
    }

    void everyQueryHasAnAnswer()
    {
        QFETCH(QString, query);
        store::Database store = database();
        const std::string sql = query.remove(QLatin1Char(';')).toStdString();
        const auto rows = store.integer("SELECT count(*) FROM (" + sql + ")");
        QVERIFY2(rows, rows ? "" : rows.error().text().c_str());
        QVERIFY(*rows > 0);
    }

    void theViewsAreAsDescribed()
    {
        const QRegularExpression row(QStringLiteral("^\\| `(\\w+_view)` \\|[^|]*\\| (.*) \\|$"),
                                     QRegularExpression::MultilineOption);
        static const QRegularExpression column(QStringLiteral("`(\\w+)`"));
        store::Database store = database();
        int views = 0;
        const QString text = page(QStringLiteral("database.md"));
        for (auto at = row.globalMatch(text); at.hasNext(); ++views) {
            const QRegularExpressionMatch match = at.next();
            QStringList described, there;
            for (auto name = column.globalMatch(match.captured(2)); name.hasNext();)
                described << name.next().captured(1);
            const auto columns =
                store.rows<std::string>("SELECT name FROM pragma_table_info(?1)", {match.captured(1).toStdString()},
                                        [](const store::Statement& each) { return std::string(each.text(0)); });
            QVERIFY(columns);
            for (const std::string& name : *columns)
                there << QString::fromStdString(name);
            QCOMPARE(described, there);
        }
        QCOMPARE(*store.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'view'"), views);
    }

    void theViewOfRunsSaysWhatTheProgramSays()
    {
        const QJsonArray runs = QJsonDocument::fromJson(m_cli.run(words("runs --json")).out.toUtf8())
                                    .object()[QStringLiteral("runs")]
                                    .toArray();
        QVERIFY(runs.size() >= 2);
        store::Database store = database();
        for (const QJsonValue& each : runs) {
            const QJsonObject run = each.toObject();
            const std::string of = " FROM run_view WHERE run = " + std::to_string(run[QStringLiteral("run")].toInt());
            QCOMPARE(double(*store.integer("SELECT coalesce(cycles, 0)" + of)),
                     run[QStringLiteral("cycles")].toDouble());
            QCOMPARE(*store.integer("SELECT CAST(round(coalesce(energy_pj, 0)) AS INTEGER)" + of),
                     std::llround(run[QStringLiteral("energy_pj")].toDouble()));
        }
        const auto before = *store.integer("SELECT count(*) FROM run_view");
        QCOMPARE(m_cli.run(words("runs delete 2")).exitCode, 0);
        QCOMPARE(*store.integer("SELECT count(*) FROM run_view"), before - 1);
        QCOMPARE(*store.integer("SELECT count(*) FROM layer_view WHERE run = 2"), 0);
    }

    void theFormatsNameEveryKey_data()
    {
        QTest::addColumn<QString>("schema");
        for (const char* name : {"accelerator.schema.json", "network.schema.json", "technology.schema.json"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void theFormatsNameEveryKey()
    {
        QFETCH(QString, schema);
        QSet<QString> keys;
        const QJsonObject root = JsonSchema(schema).root();
        collectKeys(root, keys);
        for (const QJsonValue& definition : root[QStringLiteral("$defs")].toObject())
            collectKeys(definition, keys);
        QVERIFY(keys.size() > 10);
        const QString text = page(QStringLiteral("file-formats.md"));
        for (const QString& key : keys)
            QVERIFY2(text.contains(QStringLiteral("`%1`").arg(key)), qPrintable(key));
    }
};

QTEST_GUILESS_MAIN(TestManualExamples)
#include "tst_manual_examples.moc"
