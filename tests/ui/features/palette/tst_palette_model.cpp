// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/run_control.h"
#include "ui/features/palette/palette_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

namespace nestloom::ui {

class TestPaletteModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isAProperModel();
    void withoutTextTheRecentlyUsedComeFirst();
    void everyWordMustBeFound();
    void theCategoryCanBeTyped();
    void aRecentEntryWinsAmongEquals();
    void anEntryThatIsNotPossibleComesAfterItsEquals();
    void whatBeginsWithAllThatIsTypedComesFirst();
    void aWordOfTheDetailCountsMoreThanScatteredLetters();
    void whatPeopleCallOtherwiseIsFound();
    void noLetterIsMeantByTwoWords();
    void tenThousandEntriesAreFilteredByEveryKey();

private:
    static PaletteEntry entry(const QString& category, const QString& text, const QString& detail = {})
    {
        PaletteEntry made;
        made.id = category + QLatin1Char('/') + text;
        made.category = category;
        made.text = text;
        made.detail = detail;
        return made;
    }
    static std::vector<PaletteEntry> few()
    {
        return {entry(QStringLiteral("File"), QStringLiteral("Open")),
                entry(QStringLiteral("Run"), QStringLiteral("Cancel")),
                entry(QStringLiteral("Layer"), QStringLiteral("conv1"), QStringLiteral("7x7 3-64")),
                entry(QStringLiteral("Layer"), QStringLiteral("conv2"), QStringLiteral("3x3 64-64"))};
    }
    static QStringList texts(const PaletteModel& model)
    {
        QStringList list;
        for (int row = 0; row < model.rowCount(); ++row)
            list << model.index(row).data().toString();
        return list;
    }
};

void TestPaletteModel::isAProperModel()
{
    PaletteModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setEntries(few(), {});
    model.setText(QStringLiteral("co"));
    model.setText(QStringLiteral("zz"));
    QCOMPARE(model.rowCount(), 0);
    model.setText({});
    QCOMPARE(model.rowCount(), 4);
}

void TestPaletteModel::withoutTextTheRecentlyUsedComeFirst()
{
    PaletteModel model;
    model.setEntries(few(), {QStringLiteral("Layer/conv2"), QStringLiteral("Run/Cancel"), QStringLiteral("gone")});
    QCOMPARE(texts(model), (QStringList{QStringLiteral("conv2"), QStringLiteral("Cancel"), QStringLiteral("Open"),
                                        QStringLiteral("conv1")}));
}

void TestPaletteModel::everyWordMustBeFound()
{
    PaletteModel model;
    model.setEntries(few(), {});
    model.setText(QStringLiteral("conv 7x7"));
    QCOMPARE(texts(model), QStringList{QStringLiteral("conv1")});
    model.setText(QStringLiteral("conv 9x9"));
    QCOMPARE(texts(model), QStringList());
}

void TestPaletteModel::theCategoryCanBeTyped()
{
    PaletteModel model;
    model.setEntries(few(), {});
    model.setText(QStringLiteral("LAYER 2"));
    QCOMPARE(texts(model).front(), QStringLiteral("conv2"));
}

void TestPaletteModel::aRecentEntryWinsAmongEquals()
{
    PaletteModel model;
    model.setEntries(few(), {QStringLiteral("Layer/conv2")});
    model.setText(QStringLiteral("conv"));
    QCOMPARE(texts(model), (QStringList{QStringLiteral("conv2"), QStringLiteral("conv1")}));
}

void TestPaletteModel::anEntryThatIsNotPossibleComesAfterItsEquals()
{
    std::vector<PaletteEntry> entries = few();
    entries[2].whyNot = QStringLiteral("Not now.");
    PaletteModel model;
    model.setEntries(entries, {});
    model.setText(QStringLiteral("conv"));
    QCOMPARE(texts(model), (QStringList{QStringLiteral("conv2"), QStringLiteral("conv1")}));
    QVERIFY(!model.index(1).data(PaletteModel::EnabledRole).toBool());
    QCOMPARE(model.index(1).data(Qt::ToolTipRole).toString(), QStringLiteral("Not now."));
}

void TestPaletteModel::whatBeginsWithAllThatIsTypedComesFirst()
{
    PaletteModel model;
    const auto bookmark = entry(QStringLiteral("Bookmark"), QStringLiteral("layer3.0.conv3, Summary, run 1"));
    model.setEntries({bookmark, entry(QStringLiteral("Run"), QStringLiteral("run 3, alexnet on simba"))},
                     {bookmark.id});
    model.setText(QStringLiteral("run 3"));
    QCOMPARE(texts(model).front(), QStringLiteral("run 3, alexnet on simba"));
}

void TestPaletteModel::aWordOfTheDetailCountsMoreThanScatteredLetters()
{
    PaletteModel model;
    model.setEntries({entry(QStringLiteral("Energies"), QStringLiteral("pat-banked: Timeloop's formula")),
                      entry(QStringLiteral("File"), QStringLiteral("Export report..."),
                            QStringLiteral("Write the shown run as HTML or PDF"))},
                     {});
    model.setText(QStringLiteral("pdf"));
    QCOMPARE(texts(model).front(), QStringLiteral("Export report..."));
    model.setText(QStringLiteral("patb"));
    QCOMPARE(texts(model).front(), QStringLiteral("pat-banked: Timeloop's formula")); // initials are not scattered
}

void TestPaletteModel::whatPeopleCallOtherwiseIsFound()
{
    PaletteModel model;
    model.setEntries({entry(QStringLiteral("Field"), QStringLiteral("Name")),
                      entry(QStringLiteral("Field"), QStringLiteral("Clock")),
                      entry(QStringLiteral("Network"), QStringLiteral("frequency-net"))},
                     {});
    model.setText(QStringLiteral("frequency"));
    QCOMPARE(texts(model), (QStringList{QStringLiteral("frequency-net"), QStringLiteral("Clock")}));
    model.setText(QStringLiteral("clock"));
    QCOMPARE(texts(model), QStringList{QStringLiteral("Clock")});
}

void TestPaletteModel::noLetterIsMeantByTwoWords()
{
    PaletteModel model;
    model.setEntries({entry(QStringLiteral("View"), QStringLiteral("Network")),
                      entry(QStringLiteral("Network"), QStringLiteral("New"))},
                     {});
    model.setText(QStringLiteral("network new"));
    QCOMPARE(texts(model), QStringList{QStringLiteral("New")}); // not "Network", for its n, e and w
    model.setText(QStringLiteral("network"));
    QCOMPARE(texts(model).front(), QStringLiteral("Network"));
}

void TestPaletteModel::tenThousandEntriesAreFilteredByEveryKey()
{
    std::vector<PaletteEntry> entries;
    for (int i = 0; i < 10'000; ++i)
        entries.push_back(entry(QStringLiteral("Layer"),
                                QStringLiteral("layer%1.%2.conv%3").arg(i / 100).arg(i % 100).arg(i),
                                QStringLiteral("3x3 256-256, 14x14")));
    PaletteModel model;
    model.setEntries(std::move(entries), {});
    const QString typed = QStringLiteral("layer 99 conv9999");
    std::chrono::nanoseconds slowest{};
    for (int length = 1; length <= typed.size(); ++length) {
        const auto before = threadCpuTime();
        model.setText(typed.left(length));
        slowest = std::max(slowest, threadCpuTime() - before);
    }
    QCOMPARE(texts(model).front(), QStringLiteral("layer99.99.conv9999"));
    qInfo("slowest of %d keys over 10,000 entries: %.1f ms of CPU", int(typed.size()), double(slowest.count()) / 1e6);
}

} // namespace nestloom::ui

QTEST_APPLESS_MAIN(nestloom::ui::TestPaletteModel)
#include "tst_palette_model.moc"
