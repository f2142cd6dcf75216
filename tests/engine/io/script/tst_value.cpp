// SPDX-License-Identifier: Apache-2.0
#include "engine/io/script/value.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::io::script;

namespace {

Scope tensorScope()
{
    Scope scope;
    scope.tensors = {"A", "B", "C"};
    for (const std::string& name : scope.tensors)
        scope.values[name] = Value::of(std::set{name});
    scope.values["A.bits"] = Value::of(16.0);
    scope.values["none"] = Value::of(std::set<std::string>{});
    return scope;
}

} // namespace

class TestScriptValue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void evaluatesNumbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* text, double expected) {
            QTest::newRow(text) << QString::fromLatin1(text) << expected;
        };
        row("1024*1024*4*8", 33554432);
        row("2 ** 3 ** 2", 512);
        row("-7 // 2 + 7 % 3", -3);
        row("1e-3 * 2000", 2);
        row("ceil(256*2/100)", 6);
        row("min(3, 2, 5) + max([1, 4])", 6);
        row("A.bits if A else 0", 16);
        row("A.bits if none else 1 / 1", 1);
        row("nosuch if none else 3", 3);
        row("len(All) == 3", 1);
        row("len(A | B) >= 3 or not (1 < 2 and False)", 1);
        row("1 if 'x' in ['y', 'x'] else 0", 1);
        row("(2 if 1 else nosuch) * (nosuch if 0 else 5)", 10);
    }
    void evaluatesNumbers()
    {
        QFETCH(const QString, text);
        QFETCH(const double, expected);
        Scope scope = tensorScope();
        const auto value = evaluateNumber(text.toStdString(), scope);
        QVERIFY2(value, value ? "" : value.error().text().c_str());
        QCOMPARE(*value, expected);
    }

    void evaluatesSets()
    {
        Scope scope = tensorScope();
        using Names = std::set<std::string>;
        QCOMPARE(*evaluateNames("~(A | B)", scope), Names{"C"});
        QCOMPARE(*evaluateNames("All & (A | C) - C", scope), Names{"A"});
        QCOMPARE(*evaluateNames("~none", scope), (Names{"A", "B", "C"}));
        QCOMPARE(*evaluateNames("Nothing", scope), Names{});
        QVERIFY(!evaluateNames("3", scope));
        QVERIFY(!evaluateNumber("A", scope));
    }

    void asksForNames()
    {
        Scope scope;
        scope.isTemplate = true;
        std::string usual;
        scope.ask = [](const std::string& name) { return Value{Value::Kind::Missing, 0, name}; };
        scope.useDefault = [&](const std::string& name, const Value& value) { usual = name + "=" + value.asText(); };
        QCOMPARE(*evaluateNumber("M | default(128) / 2", scope), 64.0);
        QCOMPARE(usual, std::string("M=128"));
        QCOMPARE(*evaluateNumber("1 if N is defined else 2", scope), 2.0);
        QCOMPARE(*evaluateNumber("N if N is not defined and False else 3", scope), 3.0);
        QVERIFY(scope.missing.empty());
        QVERIFY(evaluateNumber("N + 1", scope));
        QCOMPARE(scope.missing, std::set<std::string>{"N"});
    }

    void refusesWhatItDoesNotKnow()
    {
        Scope scope = tensorScope();
        for (const std::string text : {"", "1 +", "(1", "nosuch", "nosuch(1)", "1 2", "'open", "[1", "A if", "A +* B",
                                       "A * 2", "range(1e9)", "1 | 2", "x.y.", "@", "a ? b : c", "min()", "len()"})
            QVERIFY2(!evaluate(text, scope), text.c_str());
        QVERIFY(!evaluate(std::string(100'000, '('), scope));
        QVERIFY(!evaluate(std::string(100'000, '-') + "1", scope));
        std::string nots;
        for (int i = 0; i < 10'000; ++i)
            nots += "not ";
        QVERIFY(!evaluate(nots + "1", scope));
    }
};

QTEST_APPLESS_MAIN(TestScriptValue)
#include "tst_value.moc"
