// SPDX-License-Identifier: Apache-2.0
#include "engine/io/constraint_lines.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/result_json.h"
#include "tests/support/builders.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace nestloom;

namespace {

using Lines = std::vector<std::string>;

const std::string kMachine = R"(accelerator:
  name: tiny
  clock: 1 GHz
  mac: {energy: 1 pJ}
  levels:
    - {name: DRAM, kind: dram, capacity: unbounded, access: {energy: 200 pJ}}
    - {name: Buffer, kind: sram, capacity: 64 KiB, access: {energy: 6 pJ}, fanout: 16}
)";

Result<Lines> readFile(const QByteArray& text)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("rules.txt"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return Error{};
    file.write(text);
    file.close();
    return io::readConstraintFile(path.toStdString(), tests::simba());
}

} // namespace

class TestConstraintLines : public QObject {
    Q_OBJECT
private slots:
    void readsThemWithAndWithoutQuotes()
    {
        const auto accelerator = io::parseAccelerator(kMachine
                                                          + "  constraints:\n    - \"Buffer: K = 4\"\n    - Buffer: "
                                                            "spatial only C K\n    - dataflow: weight stationary\n",
                                                      "tiny.yaml");
        QVERIFY2(accelerator, accelerator ? "" : accelerator.error().text().c_str());
        QCOMPARE(accelerator->constraints,
                 (Lines{"Buffer: K = 4", "Buffer: spatial only C K", "dataflow: weight stationary"}));
    }

    void writesWhatItReads()
    {
        hardware::Accelerator accelerator = *io::parseAccelerator(kMachine, "tiny.yaml");
        QVERIFY(io::writeAccelerator(accelerator).find("constraints") == std::string::npos);
        accelerator.constraints = {"Buffer: order K ... P", "Buffer: bypass inputs"};
        const auto again = io::parseAccelerator(io::writeAccelerator(accelerator), "tiny.yaml");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == accelerator);
        hardware::Accelerator other = accelerator;
        other.constraints.pop_back();
        QVERIFY(hardware::fingerprint(other) != hardware::fingerprint(accelerator));
    }

    void namesFileLineAndKeyOfAnError_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("level") << QByteArray("Bufer: K = 4")
                               << QByteArray("tiny.yaml:10: constraints[1]: 'Bufer: K = 4': tiny has no level 'Bufer'");
        QTest::newRow("words") << QByteArray("Buffer: K")
                               << QByteArray("tiny.yaml:10: constraints[1]: 'Buffer: K': =, <= or >= belongs");
        QTest::newRow("list") << QByteArray("[1, 2]") << QByteArray("tiny.yaml:10: constraints[1]");
    }
    void namesFileLineAndKeyOfAnError()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, says);
        const auto accelerator = io::parseAccelerator(
            kMachine + "  constraints:\n    - Buffer: K = 4\n    - " + line.toStdString() + "\n", "tiny.yaml");
        QVERIFY(!accelerator);
        QVERIFY2(accelerator.error().text().find(says.toStdString()) == 0, accelerator.error().text().c_str());
    }

    void readsFiles()
    {
        const auto lines =
            readFile("# fixed by the compiler\nGlobalBuffer: K=4\n\n  DRAM: order K ... P # outermost\n");
        QVERIFY(lines);
        QCOMPARE(*lines, (Lines{"GlobalBuffer: K = 4", "DRAM: order K ... P"}));
        const auto wrong = readFile("GlobalBuffer: K = 4\nGlobalBuffer: K four\n");
        QVERIFY(!wrong);
        QVERIFY(wrong.error().where.ends_with("rules.txt:2"));
        QVERIFY(!io::readConstraintFile("/nowhere/rules.txt", tests::simba()));
    }

    void optionsKeepThem()
    {
        schedule::ScheduleOptions options;
        QVERIFY(io::optionsToJson(options).find("constraints") == std::string::npos);
        options.constraints = {"GlobalBuffer: K = 4", "dataflow: row stationary"};
        const auto again = io::optionsFromJson(io::optionsToJson(options));
        QVERIFY(again);
        QVERIFY(*again == options);
        QVERIFY(!io::optionsFromJson(R"({"constraints": [1]})"));
    }
};

QTEST_GUILESS_MAIN(TestConstraintLines)
#include "tst_constraint_lines.moc"
