// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/wording.h"

#include <QTest>

using namespace Qt::StringLiterals;
using nestloom::ui::counted;

class CountedTest : public QObject {
    Q_OBJECT
private slots:
    void oneIsSaidInWordsOfItsOwn()
    {
        QCOMPARE(counted(1, u"1 layer"_s, u"%1 layers"_s), u"1 layer"_s);
        QCOMPARE(counted(1, u"the only layer"_s, u"all %1 layers"_s), u"the only layer"_s);
    }
    void allOthersAreCounted()
    {
        QCOMPARE(counted(0, u"1 layer"_s, u"%1 layers"_s), u"0 layers"_s);
        QCOMPARE(counted(2, u"1 layer"_s, u"%1 layers"_s), u"2 layers"_s);
        QCOMPARE(counted(1024, u"1 MAC unit"_s, u"%1 MAC units"_s), u"1,024 MAC units"_s);
    }
};

QTEST_APPLESS_MAIN(CountedTest)
#include "tst_wording.moc"
