// SPDX-License-Identifier: Apache-2.0
#include "engine/io/located_yaml.h"
#include "engine/io/text.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nestloom;
using io::YamlNode;

namespace {

std::string repeated(const std::string& text, int count)
{
    std::string result;
    result.reserve(text.size() * static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        result += text;
    return result;
}

/// "a:\n a:\n  a:\n ..."
std::string nestedBlock(int levels)
{
    std::string text;
    for (int i = 0; i < levels; ++i)
        text += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    return text;
}

QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(text); }

} // namespace

class TestLocatedYaml : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesEveryNodeItsLine();
    void tellsQuotedTextFromNothing();
    void readsEscapesAsUtf8();
    void readsNestingUpToTheLimit();
    void refusesDeepNesting_data();
    void refusesDeepNesting();
    void namesTheKeyThatIsNestedTooDeep();
    void refusesWhatIsNoSingleYamlDocument_data();
    void refusesWhatIsNoSingleYamlDocument();
    void refusesFilesAboveTheLimit();
    void namesUnreadableFiles();
    void survivesBrokenText();
    void readsManyKeysInShortTime();
    void writtenScalarsReadBack();
};

void TestLocatedYaml::givesEveryNodeItsLine()
{
    const auto tree =
        io::parseYaml("# comment\ntop:\n  list:\n    - 1\n    - {a: 2,\n       b: 3}\n  text: x\n", "f.yaml");
    QVERIFY(tree);
    const YamlNode* top = tree->find("top");
    QVERIFY(top);
    QCOMPARE(top->line, 2);
    const YamlNode* list = top->find("list");
    QVERIFY(list);
    QCOMPARE(list->line, 3);
    QCOMPARE(list->items.size(), std::size_t(2));
    QCOMPARE(list->items[0].line, 4);
    QCOMPARE(list->items[1].line, 5);
    QCOMPARE(list->items[1].find("b")->line, 6);
    QCOMPARE(list->items[1].find("b")->scalar, std::string("3"));
    QCOMPARE(top->find("text")->line, 7);
    QVERIFY(!top->find("none"));
}

void TestLocatedYaml::tellsQuotedTextFromNothing()
{
    const auto tree = io::parseYaml("a:\nb: ''\nc: ~\nd: \"null\"\n", "f.yaml");
    QVERIFY(tree);
    QCOMPARE(int(tree->find("a")->kind), int(YamlNode::Kind::Empty));
    QCOMPARE(int(tree->find("b")->kind), int(YamlNode::Kind::Scalar));
    QCOMPARE(int(tree->find("c")->kind), int(YamlNode::Kind::Empty));
    QCOMPARE(int(tree->find("d")->kind), int(YamlNode::Kind::Scalar));
}

/// The parser makes Latin-1 of \N and \_, alone of all escapes.
void TestLocatedYaml::readsEscapesAsUtf8()
{
    const auto tree = io::parseYaml("a: \"x\\_y\\N\\xE9\\u2028\\U0001F600\\Lz\"\nb: \"\u00e4\u20ac\"\n", "f.yaml");
    QVERIFY(tree);
    QCOMPARE(tree->find("a")->scalar,
             std::string("x\xC2\xA0y\xC2\x85\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80\xE2\x80\xA8z"));
    QCOMPARE(tree->find("b")->scalar, std::string("\xC3\xA4\xE2\x82\xAC"));
    QCOMPARE(io::parseYaml("a: " + io::yamlScalar(tree->find("a")->scalar), "f.yaml")->find("a")->scalar,
             tree->find("a")->scalar);
}

void TestLocatedYaml::readsNestingUpToTheLimit()
{
    QVERIFY(io::parseYaml(repeated("[", io::kMaxYamlDepth) + repeated("]", io::kMaxYamlDepth), "f.yaml"));
    QVERIFY(io::parseYaml(nestedBlock(io::kMaxYamlDepth), "f.yaml"));
    QVERIFY(!io::parseYaml(repeated("[", io::kMaxYamlDepth + 1) + repeated("]", io::kMaxYamlDepth + 1), "f.yaml"));
    QVERIFY(!io::parseYaml(nestedBlock(io::kMaxYamlDepth + 1), "f.yaml"));
}

void TestLocatedYaml::refusesDeepNesting_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const int levels : {33, 200, 100'000}) {
        const auto row = [&](const char* style) -> QTestData& {
            return QTest::newRow((std::string(style) + " " + std::to_string(levels)).c_str());
        };
        row("flow lists") << bytes(repeated("[", levels) + repeated("]", levels));
        row("open flow lists") << bytes(repeated("[", levels));
        row("flow maps") << bytes(repeated("{a: ", levels) + "1" + repeated("}", levels));
        row("behind an apostrophe") << bytes("it's: " + repeated("[", levels));
        row("compact lists") << bytes(repeated("- ", levels) + "1");
        row("compact keys") << bytes(repeated("? ", levels) + "1");
        if (levels <= 5000) // indentation makes the text grow with the square
            row("block maps") << bytes(nestedBlock(levels));
    }
    QTest::newRow("block maps 5000") << bytes(nestedBlock(5000));
}

void TestLocatedYaml::refusesDeepNesting()
{
    QFETCH(QByteArray, text);
    const auto tree = io::parseYaml(text.toStdString(), "deep.yaml");
    QVERIFY(!tree);
    QVERIFY(tree.error().where.starts_with("deep.yaml:"));
    const std::string& message = tree.error().message;
    const bool isReason = message.find("deeper than 32 levels") != std::string::npos
                          || message.find("a key must be plain text") != std::string::npos;
    QVERIFY2(isReason, message.c_str());
}

void TestLocatedYaml::namesTheKeyThatIsNestedTooDeep()
{
    const auto tree = io::parseYaml("a: 1\nlevels: " + repeated("[", 200) + repeated("]", 200), "f.yaml");
    QVERIFY(!tree);
    QCOMPARE(tree.error().where, std::string("f.yaml:2: levels"));
    const auto deeper = io::parseYaml("a: 1\nlevels: " + repeated("[", 100'000), "f.yaml");
    QVERIFY(!deeper);
    QCOMPARE(deeper.error().where, std::string("f.yaml:2"));
}

void TestLocatedYaml::refusesWhatIsNoSingleYamlDocument_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* name, const QByteArray& text, const char* where, const char* reason) {
        QTest::newRow(name) << text << QByteArray(where) << QByteArray(reason);
    };
    row("empty", "", "f.yaml:1", "the file is empty");
    row("only comments", "# nothing\n\n", "f.yaml:1", "the file is empty");
    row("two documents", "a: 1\n---\nb: 2\n", "f.yaml:1", "more than one YAML document");
    row("duplicate key", "a: 1\nb: 2\na: 3\n", "f.yaml:3: a", "the key 'a' is given twice, first in line 1");
    row("alias", "a: &x 1\nb: *x\n", "f.yaml:2: b", "aliases");
    row("tag", "a: !secret 1\n", "f.yaml:1: a", "tags");
    row("list as key", "? [1, 2]\n: 3\n", "f.yaml:1", "a key must be plain text");
    row("unclosed list", "a: [1, 2\n", "f.yaml", "this is not valid YAML: a '[' is not closed");
    row("tab", "a:\n\tb: 1\n", "f.yaml:2", "a tab indents this line");
    row("indented more", "a: 1\n  b: 2\n", "f.yaml:2", "indented unlike its neighbours");
    row("indented less", "a:\n  - b: 1\n   c: 2\n", "f.yaml:3", "indented unlike the items of the list");
    row("tab after a key", "a: 1\n\tb: 1\n", "f.yaml:2", "a tab indents this line");
    row("bracket left open", "n:\n  l:\n    - {a: b, c: 1\n    - {a: d, c: 1}\n", "f.yaml:3",
        "is a bracket before it open?");
    row("unclosed map", "a: {b: 1\nc: 2\n", "f.yaml", "this is not valid YAML");
    row("binary", QByteArray("a: \x00\x01", 5), "f.yaml:1", "not text in UTF-8: byte 0x00 at offset 3");
    row("latin-1", "a: 1\nb: \xB5J\n", "f.yaml:2", "not text in UTF-8: byte 0xB5 at offset 8");
    row("overlong", "a: \xC0\x80\n", "f.yaml:1", "not text in UTF-8");
    row("cut short", "a: \xE2\x82", "f.yaml:1", "not text in UTF-8");
    row("UTF-16",
        QByteArray("\xFF\xFE"
                   "a\0",
                   4),
        "f.yaml:1", "not text in UTF-8");
}

void TestLocatedYaml::refusesWhatIsNoSingleYamlDocument()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, reason);
    const auto tree = io::parseYaml(text.toStdString(), "f.yaml");
    QVERIFY(!tree);
    QVERIFY2(tree.error().where.starts_with(where.toStdString()), tree.error().text().c_str());
    QVERIFY2(tree.error().message.find(reason.toStdString()) != std::string::npos, tree.error().text().c_str());
}

void TestLocatedYaml::refusesFilesAboveTheLimit()
{
    const std::string large = "a: " + std::string(io::kMaxTextBytes, 'x');
    QVERIFY(!io::parseYaml(large, "large.yaml"));
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QStringLiteral("large.yaml")).toStdString();
    std::ofstream(path) << large;
    const auto text = io::readTextFile(path);
    QVERIFY(!text);
    QCOMPARE(text.error().message, std::string("the file is larger than 16 MiB"));
    QCOMPARE(text.error().where, path.string());
    std::ofstream(path, std::ios::trunc) << "a: 1";
    QCOMPARE(*io::readTextFile(path), std::string("a: 1"));
}

void TestLocatedYaml::namesUnreadableFiles()
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    const auto missing = io::readTextFile(path / "none.yaml");
    QVERIFY(!missing);
    QCOMPARE(int(missing.error().code), int(ErrorCode::Io));
    QVERIFY(missing.error().message.find("no such file") != std::string::npos);
    const auto isFolder = io::readTextFile(path);
    QVERIFY(!isFolder);
    QVERIFY(isFolder.error().message.find("it is a folder") != std::string::npos);
}

/// Every prefix of a text and every text with one byte changed must give a value or an error, never a crash.
void TestLocatedYaml::survivesBrokenText()
{
    const std::string good =
        "accelerator:\n  name: \"x\"\n  levels: [{a: 1, b: [2, 3]}]\n  notes:\n    - |\n      long\n    - 'q'\n";
    for (std::size_t length = 0; length <= good.size(); ++length)
        (void)io::parseYaml(good.substr(0, length), "f.yaml");
    int refused = 0;
    for (std::size_t at = 0; at < good.size(); ++at)
        for (const char c : std::string("[]{}:-?!&*|>'\"%@`#,\t\n \x7F")) {
            std::string broken = good;
            broken[at] = c;
            refused += io::parseYaml(broken, "f.yaml") ? 0 : 1;
        }
    QVERIFY(refused > 0);
}

/// Looking for keys that are given twice must not compare every pair.
void TestLocatedYaml::readsManyKeysInShortTime()
{
    std::string text;
    for (int i = 0; i < 100'000; ++i)
        text += "k" + std::to_string(i) + ": 1\n";
    const auto tree = io::parseYaml(text, "f.yaml");
    QVERIFY(tree);
    QCOMPARE(tree->keys.size(), std::size_t(100'000));
    QVERIFY(!io::parseYaml(text + "k7: 2\n", "f.yaml"));
}

void TestLocatedYaml::writtenScalarsReadBack()
{
    for (const std::string text :
         {"simba", "", " padded ", "null", "true", "~", "12", "a: b", "#no comment", "\"quoted\" \\ back",
          "two\nlines\ttab", "\u00b5J \u2192", "- item", "[x]", "it's", "\x01"}) {
        const auto tree = io::parseYaml("{a: " + io::yamlScalar(text) + "}", "f.yaml");
        QVERIFY2(tree, text.c_str());
        QCOMPARE(int(tree->find("a")->kind), int(YamlNode::Kind::Scalar));
        QCOMPARE(tree->find("a")->scalar, text);
    }
}

QTEST_APPLESS_MAIN(TestLocatedYaml)
#include "tst_located_yaml.moc"
