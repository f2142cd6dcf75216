// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep with an engine of every kind: its points are what runs say, and become runs.
#include "tests/app/support/command_line.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using nestloom::testing::CommandLine;
using nestloom::testing::words;

namespace {

struct Engine {
    const char* engine;
    const char* options;
    std::vector<const char*> figures; // of a point, and of the summary of a run
};
const std::array<Engine, 3> kEngines{{{"cosa", " --evaluations 2000", {"cycles", "energy_pj"}},
                                      {"flexer", "", {"cycles", "energy_pj"}},
                                      {"kapla", " --batch 1", {"cycles", "energy_pj"}}}};

QJsonObject object(const QString& text) { return QJsonDocument::fromJson(text.toUtf8()).object(); }

} // namespace

class TestSweepEngines : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        for (const Engine& engine : kEngines) {
            const auto made =
                m_cli.run(words("sweep --accelerator edge-systolic --network squeezenet1_1 --json --engine")
                          << QLatin1String(engine.engine) << words(engine.options)
                          << words("--axis levels.GlobalBuffer.capacity=2MiB,3MiB"));
            QVERIFY2(made.exitCode == 0, qPrintable(made.err));
            m_points.push_back(object(made.out)[QStringLiteral("points")].toArray());
            QCOMPARE(m_points.back().size(), 2);
        }
    }

    void aPointIsKeptAsARunThatSaysTheSame()
    {
        for (std::size_t i = 0; i < kEngines.size(); ++i) {
            const auto kept = m_cli.run(words("sweeps keep") << QString::number(i + 1) << QStringLiteral("1"));
            QVERIFY2(kept.exitCode == 0, qPrintable(kept.err));
            QVERIFY(kept.out.contains(QStringLiteral("stored as run %1\n").arg(i + 1)));
            const QJsonObject run = object(m_cli.run(words("runs show --json") << QString::number(i + 1)).out);
            const QJsonObject summary = run[QStringLiteral("summary")].toObject();
            QCOMPARE(summary[QStringLiteral("engine")].toString(), QLatin1String(kEngines[i].engine));
            QCOMPARE(summary[QStringLiteral("accelerator")].toString(),
                     QStringLiteral("edge-systolic, levels.GlobalBuffer.capacity 3 MiB"));
            for (const char* figure : kEngines[i].figures) {
                const double of = m_points[i][1][QLatin1String(figure)].toDouble(-1);
                QVERIFY2(of >= 0, figure);
                // the store adds energies of layers up in another order
                QVERIFY2(std::abs(summary[QLatin1String(figure)].toDouble(-2) - of) <= 1e-9 * of, figure);
            }
        }
    }

    void whatIsNoPointIsNotKept_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("refused");
        QTest::newRow("sweep") << "99 0"
                               << "there is no sweep 99";
        QTest::newRow("point") << "1 2"
                               << "point 2: the sweep has 2 points, from 0";
        QTest::newRow("network") << "1 0 --network alexnet"
                                 << "--network: sweep 1 has the networks squeezenet1_1; name one";
    }
    void whatIsNoPointIsNotKept()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, refused);
        const qsizetype before = m_cli.run(words("runs")).out.count(u'\n');
        const auto result = m_cli.run(words("sweeps keep") << arguments.split(u' '));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(refused), qPrintable(result.err));
        QCOMPARE(m_cli.run(words("runs")).out.count(u'\n'), before);
    }

    void anAcceleratorThatCannotBeBuiltIsNotKept()
    {
        const CommandLine cli;
        for (const char* name : {"a", "b"})
            cli.write(QStringLiteral("%1.yaml").arg(QLatin1String(name)),
                      QByteArray("network: {name: ") + name + ", layers: [{name: only, C: 4, K: 8}]}\n");
        QVERIFY(cli.run(words("sweep --accelerator simba --network a.yaml --network b.yaml --no-proof --evaluations 1 "
                              "--axis levels.GlobalBuffer.capacity=0,64KiB"))
                    .out.contains(QStringLiteral("refused")));
        const auto several = cli.run(words("sweeps keep 1 1"));
        QVERIFY2(several.err.contains(QStringLiteral("networks a, b; name one")), qPrintable(several.err));
        const auto refused = cli.run(words("sweeps keep 1 0 --network b"));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(QStringLiteral("the capacity must be above 0")), qPrintable(refused.err));
        const auto kept = cli.run(words("sweeps keep 1 1 --network b --json"));
        QCOMPARE(object(kept.out)[QStringLiteral("summary")][QStringLiteral("network")].toString(),
                 QStringLiteral("b"));
    }

private:
    const CommandLine m_cli;
    std::vector<QJsonArray> m_points; // by engine
};

QTEST_GUILESS_MAIN(TestSweepEngines)
#include "tst_sweep_engines.moc"
