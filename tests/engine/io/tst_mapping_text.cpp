// SPDX-License-Identifier: Apache-2.0
#include "engine/io/mapping_text.h"

#include "engine/io/result_json.h"
#include "engine/mapping/mapping_text.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;

class TestMappingText : public QObject {
    Q_OBJECT
private slots:
    void bothFormsReadBackEqual()
    {
        const hardware::Accelerator accelerator = tests::simba();
        const workload::Layer layer = tests::convolution("conv", 3, 14, 32, 64);
        const mapping::LayerMapping mapping = mapping::outermostMapping(accelerator, layer);
        for (const std::string& text :
             {io::mappingToJson(accelerator, mapping), "\n  " + io::mappingToJson(accelerator, mapping),
              mapping::print(accelerator, layer, mapping)}) {
            const auto read = io::mappingFromText(accelerator, text);
            QVERIFY2(read, text.c_str());
            QVERIFY(*read == mapping);
        }
    }

    void saysWhatIsWrongInTheWordsOfTheForm()
    {
        const hardware::Accelerator accelerator = tests::simba();
        for (const auto& [text, told] : {std::pair("[{\"level\": \"Cache\"}]", "a list of 6 levels"),
                                         {"{", "JSON"},
                                         {"Cache\n", "'Cache' stands where"},
                                         {"", "DRAM"}}) {
            const auto read = io::mappingFromText(accelerator, text);
            QVERIFY(!read);
            QVERIFY2(read.error().text().find(told) != std::string::npos, read.error().text().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestMappingText)
#include "tst_mapping_text.moc"
