// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text.h"
#include "tests/support/decimal_comma.h"

#include <QTest>

#include <limits>

using namespace nestloom;

class TestText : public QObject {
    Q_OBJECT
private slots:
    void countsChangedMissingAndAddedLetters()
    {
        QCOMPARE(editDistance("capacity", "capacity"), std::size_t(0));
        QCOMPARE(editDistance("capasity", "capacity"), std::size_t(1));
        QCOMPARE(editDistance("capcity", "capacity"), std::size_t(1));
        QCOMPARE(editDistance("", "abc"), std::size_t(3));
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t(3));
    }
    void takesLettersOfEitherCaseForEqual() { QCOMPARE(editDistance("DRAM", "dram"), std::size_t(0)); }

    void isThatOfPrintfInTheLocaleOfC()
    {
        for (const double value :
             {0.0, -0.0, 0.5, 1.0 / 3, -2.5, 99.995, 1e-7, 123456789.125, 1e21, std::numeric_limits<double>::max(),
              std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::infinity()})
            for (const int digits : {0, 1, 2, 6, 17}) {
                char text[400];
                std::snprintf(text, sizeof text, "%.*f", digits, value);
                QCOMPARE(fixedNumber(value, digits), std::string(text));
                std::snprintf(text, sizeof text, "%.*g", digits, value);
                QCOMPARE(generalNumber(value, digits), std::string(text));
            }
    }

    void hasAPointInEveryLocale()
    {
        const tests::DecimalComma locale;
        if (!locale.isThere())
            QSKIP("there is no locale with a decimal comma");
        QCOMPARE(fixedNumber(5.19, 2), std::string("5.19"));
        QCOMPARE(generalNumber(5.19, 12), std::string("5.19"));
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
