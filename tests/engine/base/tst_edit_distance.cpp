// SPDX-License-Identifier: Apache-2.0
#include "engine/base/edit_distance.h"

#include <QTest>

using namespace nestloom;

class TestEditDistance : public QObject {
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
};

QTEST_GUILESS_MAIN(TestEditDistance)
#include "tst_edit_distance.moc"
