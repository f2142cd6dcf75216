// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/variant_name.h"
#include "tests/support/builders.h"

#include <QTest>

namespace nestloom::explore {

class TestVariantName : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatIsVariedInWords()
    {
        DesignSpace space{.base = tests::simba(), .axes = {}};
        space.base.levels[1].name = "Global.Buffer_1";
        space.axes = {{"levels.Global.Buffer_1.read_bandwidth", {8, 16}}, {"clock", {1e9, 2e9}}};
        const auto text = [](FieldKind, double value) { return std::to_string(std::int64_t(value)) + " u"; };
        QCOMPARE(variantName(space, 1, text),
                 space.base.name + ", Global.Buffer_1 read bandwidth 8 u, clock 2000000000 u");
        space.axes.clear();
        QCOMPARE(variantName(space, 0, text), space.base.name);
    }
};

} // namespace nestloom::explore

QTEST_APPLESS_MAIN(nestloom::explore::TestVariantName)
#include "tst_variant_name.moc"
