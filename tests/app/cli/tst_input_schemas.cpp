// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/located_yaml.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/technology_yaml.h"
#include "engine/io/text.h"
#include "tests/app/support/json_schema.h"
#include "tests/places.h"

#include <QDirIterator>
#include <QTest>

using namespace nestloom;
using nestloom::testing::JsonSchema;

namespace {

/// YAML as the JSON that an editor takes it for.
QJsonValue jsonOf(const io::YamlNode& node)
{
    using Kind = io::YamlNode::Kind;
    if (node.kind == Kind::Scalar) {
        bool isNumber = false;
        const QString text = QString::fromStdString(node.scalar);
        const double number = text.toDouble(&isNumber);
        const bool isYes = text == QLatin1String("true"), isNo = text == QLatin1String("false");
        return isYes || isNo ? QJsonValue(isYes) : isNumber ? QJsonValue(number) : QJsonValue(text);
    }
    if (node.kind == Kind::List) {
        QJsonArray list;
        for (const io::YamlNode& item : node.items)
            list.append(jsonOf(item));
        return list;
    }
    QJsonObject map;
    for (std::size_t i = 0; i < node.keys.size(); ++i)
        map[QString::fromStdString(node.keys[i])] = jsonOf(node.items[i]);
    return map;
}

QString complaint(const QString& schema, const std::string& yaml)
{
    const auto tree = io::parseYaml(yaml, "file");
    return tree ? JsonSchema(schema).complaint(QString::fromUtf8(QJsonDocument(jsonOf(*tree).toObject()).toJson()))
                : QString::fromStdString(tree.error().text());
}

/// The keys of every object within a schema of one file, each with YAML in which it stands.
void collectKeys(const QJsonObject& root, const QJsonObject& schema, const QString& before, const QString& after,
                 QList<std::pair<QString, QString>>& found)
{
    if (const QString reference = schema[QStringLiteral("$ref")].toString(); !reference.isEmpty())
        return collectKeys(root,
                           root[QStringLiteral("$defs")].toObject()[reference.section(QLatin1Char('/'), -1)].toObject(),
                           before, after, found);
    for (const QJsonValue& one : schema[QStringLiteral("anyOf")].toArray())
        collectKeys(root, one.toObject(), before, after, found);
    if (schema.contains(QStringLiteral("items")))
        collectKeys(root, schema[QStringLiteral("items")].toObject(), before + QLatin1Char('['),
                    QLatin1Char(']') + after, found);
    const QJsonObject properties = schema[QStringLiteral("properties")].toObject();
    // What kind of layer it is, and whether a network is built, decides about the other keys.
    const QString kind = properties[QStringLiteral("kind")].toObject()[QStringLiteral("const")].toString();
    const QString open = QLatin1Char('{')
                         + (!kind.isEmpty()                                  ? QStringLiteral("kind: %1, ").arg(kind)
                            : properties.contains(QStringLiteral("builder")) ? QStringLiteral("builder: alexnet, ")
                                                                             : QString());
    for (auto property = properties.begin(); property != properties.end(); ++property) {
        const QString key = property.key();
        if (key != QLatin1String("kind"))
            found.append({key, before + open + key + QStringLiteral(": 1}") + after});
        collectKeys(root, property.value().toObject(), before + open + key + QStringLiteral(": "),
                    QLatin1Char('}') + after, found);
    }
}

std::string refusal(const QString& schema, const std::string& yaml)
{
    const auto said = [](const auto& read) { return read ? std::string() : read.error().text(); };
    return schema.startsWith(QLatin1String("accelerator")) ? said(io::parseAccelerator(yaml, "file"))
           : schema.startsWith(QLatin1String("network"))   ? said(io::parseNetwork(yaml, "file"))
                                                           : said(io::parseTechnology(yaml, "file"));
}

} // namespace

class TestInputSchemas : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void presetsKeepToThem_data();
    void presetsKeepToThem();
    void everyKeyIsRead_data();
    void everyKeyIsRead();
    void refuseWhatTheReaderRefuses_data();
    void refuseWhatTheReaderRefuses();
};

void TestInputSchemas::presetsKeepToThem_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("path");
    for (const auto& [folder, schema] : {std::pair("accelerators", "accelerator.schema.json"),
                                         {"networks", "network.schema.json"},
                                         {"technologies", "technology.schema.json"}})
        for (QDirIterator files(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/") + QLatin1String(folder));
             files.hasNext();)
            if (const QString path = files.next(); path.endsWith(QLatin1String(".yaml")))
                QTest::newRow(qPrintable(files.fileName())) << QString::fromLatin1(schema) << path;
}

void TestInputSchemas::presetsKeepToThem()
{
    QFETCH(QString, schema);
    QFETCH(QString, path);
    const auto text = io::readTextFile(path.toStdString());
    QVERIFY(text);
    QCOMPARE(complaint(schema, *text), QString());
    if (schema.startsWith(QLatin1String("accelerator"))) // and so does what the program writes
        QCOMPARE(complaint(schema, io::writeAccelerator(*io::parseAccelerator(*text, "file"))), QString());
}

void TestInputSchemas::everyKeyIsRead_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("yaml");
    QTest::addColumn<QString>("key");
    for (const QString& schema : {QStringLiteral("accelerator.schema.json"), QStringLiteral("network.schema.json"),
                                  QStringLiteral("technology.schema.json")}) {
        const QJsonObject root = JsonSchema(schema).root();
        QList<std::pair<QString, QString>> keys;
        collectKeys(root, root, {}, {}, keys);
        QVERIFY(keys.size() > 15);
        for (const auto& [key, yaml] : keys)
            QTest::addRow("%s %s", qPrintable(schema.section(QLatin1Char('.'), 0, 0)), qPrintable(yaml))
                << schema << yaml << key;
    }
}

void TestInputSchemas::everyKeyIsRead()
{
    QFETCH(QString, schema);
    QFETCH(QString, yaml);
    QFETCH(QString, key);
    const QString said = QString::fromStdString(refusal(schema, yaml.toStdString()));
    QVERIFY2(!said.contains(QStringLiteral("unknown key '%1'").arg(key)), qPrintable(said));
}

void TestInputSchemas::refuseWhatTheReaderRefuses_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("yaml");
    const QString accelerator = QStringLiteral("accelerator.schema.json"),
                  network = QStringLiteral("network.schema.json");
    QTest::newRow("no levels") << accelerator << "accelerator: {name: a, clock: 1 GHz, mac: {energy: 1 pJ}}";
    QTest::newRow("misspelt") << accelerator
                              << "accelerator: {name: a, clock: 1 GHz, mac: {energy: 1 pJ}, levels: [], colour: 1}";
    QTest::newRow("kind of level")
        << accelerator
        << "accelerator: {name: a, clock: 1 GHz, mac: {energy: 1 pJ}, levels: [{name: a, kind: x, capacity: 1 B}]}";
    QTest::newRow("dimension") << network << "network: {name: n, layers: [{name: a, Z: 1}]}";
    QTest::newRow("no size") << network << "network: {name: n, layers: [{name: a, kind: matmul, m: 1, n: 1}]}";
    QTest::newRow("below 1") << network << "network: {name: n, layers: [{name: a, P: 0}]}";
    QTest::newRow("no builder") << network << "network: {image: 224}";
    QTest::newRow("no source") << QStringLiteral("technology.schema.json")
                               << "energies: {name: t, formula: pat-banked}";
}

void TestInputSchemas::refuseWhatTheReaderRefuses()
{
    QFETCH(QString, schema);
    QFETCH(QString, yaml);
    QVERIFY(!complaint(schema, yaml.toStdString()).isEmpty());
    QVERIFY(!refusal(schema, yaml.toStdString()).empty());
}

QTEST_GUILESS_MAIN(TestInputSchemas)
#include "tst_input_schemas.moc"
