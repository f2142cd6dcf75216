// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/cosma_cases.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;

class TestCosmaConformance : public QObject {
    Q_OBJECT

    static Result<conformance::CosmaCase> read(const char* name)
    {
        return conformance::readCosmaCase(std::string(NESTLOOM_SOURCE_DIR "/tests/engine/conformance/cosma/") + name
                                          + ".json");
    }

private slots:
    void equalsTheRecordings_data()
    {
        QTest::addColumn<int>("cases");
        QTest::newRow("resnet50_fused.actpar") << 5;
        QTest::newRow("transformer.act") << 5;
        QTest::newRow("nasnet_a_mobile.act") << 5;
    }
    void equalsTheRecordings()
    {
        QFETCH(int, cases);
        const auto recorded = read(QTest::currentDataTag());
        QVERIFY2(recorded, recorded ? "" : recorded.error().text().c_str());
        const auto reports = conformance::compareCosma(*recorded, {});
        QCOMPARE(int(reports.size()), cases);
        for (const conformance::CaseReport& report : reports)
            QVERIFY2(report.passed(), report.differences.empty() ? "" : report.differences.front().c_str());
    }

    void tellsWhatDiffers()
    {
        auto recorded = read("transformer.act");
        QVERIFY(recorded);
        recorded->least += Bytes{1};
        recorded->budgets[0].optimum = Bytes{4915201};
        recorded->budgets[1].plan->residencies[0].offset = {-1};
        const auto reports = conformance::compareCosma(*recorded, {});
        QCOMPARE(reports[0].differences.front(), std::string("M_R: ours 2621440 B, recorded 2621441 B"));
        QCOMPARE(reports[2].differences.back(),
                 std::string("below a proven optimum: ours 4915200 B, recorded 4915201 B"));
        QVERIFY(reports[3].differences.front().find("the recorded plan is refused") == 0);
        QVERIFY(reports[1].passed() && reports[4].passed());
    }

    void refusesWhatIsNoRecording_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("");
        QTest::newRow("no graph") << QByteArray("{}") << QByteArray("name");
        QTest::newRow("broken graph") << QByteArray(
            R"({"name":"x","ops":[{"name":"a","type":"t","inputs":[4],"outputs":[],"params":[]}],"tensors":[],"budgets":[],"M_R":1,"M_P":1})")
                                      << QByteArray("there is no tensor 4");
    }
    void refusesWhatIsNoRecording()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, words);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("case.json")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const auto parsed = conformance::readCosmaCase(file.fileName().toStdString());
        QVERIFY(!parsed);
        QVERIFY2(parsed.error().text().find(words.toStdString()) != std::string::npos, parsed.error().text().c_str());
    }
};

QTEST_GUILESS_MAIN(TestCosmaConformance)
#include "tst_cosma_cases.moc"
