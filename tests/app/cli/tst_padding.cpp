// SPDX-License-Identifier: GPL-3.0-or-later
// nestloom-cli padding.
#include "tests/app/support/command_line.h"
#include "tests/places.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace nestloom::testing;

namespace {

const QByteArray kPrimes = R"(network:
  name: primes
  layers:
    - {name: first, P: 7, Q: 7, C: 61, K: 127}
    - {name: again, P: 7, Q: 7, C: 61, K: 127}
    - {name: even, P: 8, Q: 8, C: 64, K: 64}
)";

QStringList command(const CommandLine& cli, const char* more)
{
    return words("padding --accelerator simba --no-proof --network")
           + QStringList{cli.write(QStringLiteral("primes.yaml"), kPrimes)} + words(more);
}

} // namespace

class TestPadding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsTheLayerAsItIsAndItsPaddings()
    {
        const CommandLine cli;
        const CommandResult result = cli.run(command(cli, "--layer first"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.startsWith(u"first, 1×1 61→127, 7×7\n"), qPrintable(result.out));
        QVERIFY(result.out.contains(u"\nnone "));
        QVERIFY(result.out.contains(u"C 61 to 64"));
        QVERIFY(result.out.contains(u"paddings were mapped and verified"));
    }

    void jsonHoldsEveryPaddingWithItsMapping()
    {
        const CommandLine cli;
        const CommandResult result = cli.run(command(cli, "--json"));
        QCOMPARE(result.exitCode, 0);
        const QJsonArray layers = QJsonDocument::fromJson(result.out.toUtf8()).object()[u"layers"].toArray();
        QCOMPARE(layers.size(), 2); // equal shapes once
        const QJsonObject first = layers[0].toObject();
        QCOMPARE(first[u"same_shapes"].toArray(), QJsonArray{QStringLiteral("again")});
        const double before = first[u"unpadded"].toObject()[u"cycles"].toDouble();
        const QJsonArray paddings = first[u"paddings"].toArray();
        QVERIFY(!paddings.isEmpty());
        QVERIFY(paddings[0].toObject()[u"cycles"].toDouble() < before);
        for (const auto& value : paddings) {
            const QJsonObject padding = value.toObject();
            QVERIFY(padding[u"verified"].toBool());
            QVERIFY(padding[u"extra_macs"].toDouble() > 0 && padding[u"extra_macs"].toDouble() <= 0.5);
            QCOMPARE(padding[u"macs"].toDouble(), std::round((1 + padding[u"extra_macs"].toDouble()) * 49 * 61 * 127));
            QVERIFY(padding[u"layer"].toString().startsWith(u"first (padded "));
            QVERIFY(!padding[u"mapping"].toArray().isEmpty());
        }
    }

    void theLimitIsKept()
    {
        const CommandLine cli;
        const CommandResult result = cli.run(command(cli, "--layer first --most-extra 1 --json"));
        const QJsonArray layers = QJsonDocument::fromJson(result.out.toUtf8()).object()[u"layers"].toArray();
        for (const auto& value : layers[0].toObject()[u"paddings"].toArray())
            QVERIFY(value.toObject()[u"extra_macs"].toDouble() <= 0.01);
    }

    void anUnknownLayerIsOneSentence()
    {
        const CommandLine cli;
        const CommandResult result = cli.run(command(cli, "--layer firs"));
        QCOMPARE(result.exitCode, 2);
        QVERIFY(result.err.contains(u"firs"));
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
    }
};

QTEST_GUILESS_MAIN(TestPadding)
#include "tst_padding.moc"
