// SPDX-License-Identifier: GPL-3.0-or-later
// Exports as a user meets them: the dialog, the menus, every table of the window.
#include "tests/support/read_file.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/widgets/chart_dialog.h"
#include "ui/widgets/table_actions.h"

#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QTableView>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

namespace {

/// The window with a finished run of some layers.
void fill(WindowFixture& fixture)
{
    const JobId job = fixture.start();
    for (std::size_t i = 0; i < 3; ++i)
        fixture.session.finishLayer(job, solvedLayer(fixture.session.requests[job], i, 1000 + std::int64_t(i)));
    fixture.session.end(job, JobState::End::Finished);
}

QAction* actionOf(MainWindow& window, const QString& name)
{
    return window.findChild<QAction*>(name, Qt::FindDirectChildrenOnly);
}

} // namespace

class ExportsTest : public QObject {
    Q_OBJECT
private slots:
    void theFileMenuExportsTheShownChart();
    void whatIsNotStoredSaysSo();
    void aFailureStaysInTheDialog();
    void theDialogRemembers();
    void withoutAChartThereIsAReason();
    void everyTableHasTheSameWayOut();
    void tablesAreWrittenByTheirSuffix_data();
    void tablesAreWrittenByTheirSuffix();
};

void ExportsTest::theFileMenuExportsTheShownChart()
{
    WindowFixture fixture;
    fill(fixture);
    fixture.window.showTab(MainWindow::Tab::Summary);
    actionOf(fixture.window, u"exportShownChart"_s)->trigger();
    auto* dialog = fixture.window.findChild<ChartDialog*>();
    QVERIFY(dialog);
    QVERIFY(dialog->path().endsWith(u"cycles-per-layer.svg"_s));
    const QString path = fixture.settings.path(u"chart.svg"_s);
    if (const QString folder = qEnvironmentVariable("NESTLOOM_GRAB_DIR"); !folder.isEmpty())
        dialog->grab().save(folder + u"/export-dialog.png"_s);
    dialog->setPath(path);
    dialog->accept();
    const QString svg = tests::textOf(path);
    QVERIFY(svg.contains(u"run: 100; accelerator: simba; network: alexnet"_s));
    QVERIFY(tests::textOf(fixture.settings.path(u"chart.csv"_s)).contains(u"# seed: 1"_s));
    actionOf(fixture.window, u"exportShownChart"_s)->trigger();
    dialog = fixture.window.findChildren<ChartDialog*>().last();
    dialog->setPath(fixture.settings.path(u"bare"_s));
    dialog->accept();
    QVERIFY(tests::textOf(fixture.settings.path(u"bare.svg"_s)).contains(u"<svg"_s));
}

void ExportsTest::whatIsNotStoredSaysSo()
{
    WindowFixture fixture;
    fill(fixture);
    hardware::Accelerator changed = fixture.window.workbench().document().value();
    changed.macEnergy = Picojoules{9};
    fixture.window.workbench().document().setValue(u"mac.energy"_s, changed);
    FakeTuner& tuner = fixture.session.tuner;
    QTRY_VERIFY(tuner.last != 0);
    tuner.tell(tuner.last, {solvedLayer(tuner.requests[tuner.last].what, 0, 700)});
    fixture.window.showTab(MainWindow::Tab::Summary);
    actionOf(fixture.window, u"exportShownChart"_s)->trigger();
    auto* dialog = fixture.window.findChild<ChartDialog*>();
    const QString path = fixture.settings.path(u"live.svg"_s);
    dialog->setPath(path);
    dialog->accept();
    QVERIFY(tests::textOf(path).contains(u"run: live, not stored; accelerator: simba*; network: alexnet"_s));
}

void ExportsTest::aFailureStaysInTheDialog()
{
    WindowFixture fixture;
    fill(fixture);
    askExportChart(*fixture.find<QWidget>("cyclesChart"));
    auto* dialog = fixture.window.findChild<ChartDialog*>();
    QVERIFY(dialog);
    dialog->setPath(u"/nowhere/at/all/chart.svg"_s);
    dialog->accept();
    QVERIFY(dialog->isVisible());
    QVERIFY2(dialog->problem().startsWith(u"/nowhere/at/all/chart.svg cannot be written: "_s),
             qPrintable(dialog->problem()));
    dialog->reject();
}

void ExportsTest::theDialogRemembers()
{
    WindowFixture fixture;
    fill(fixture);
    const auto open = [&] {
        askExportChart(*fixture.find<QWidget>("cyclesChart"));
        return fixture.window.findChildren<ChartDialog*>().last();
    };
    ChartDialog* dialog = open();
    dialog->findChild<QComboBox*>(u"format"_s)->setCurrentIndex(1);
    QVERIFY(dialog->path().endsWith(u".png"_s));
    dialog->setPath(fixture.settings.path(u"a.png"_s));
    dialog->accept();
    dialog = open();
    QCOMPARE(dialog->options().format, ChartFormat::Png);
    QVERIFY(dialog->path().startsWith(fixture.settings.path(QString())));
    dialog->reject();
}

void ExportsTest::withoutAChartThereIsAReason()
{
    WindowFixture fixture;
    fixture.window.showTab(MainWindow::Tab::Network);
    actionOf(fixture.window, u"exportShownChart"_s)->trigger();
    QVERIFY(!fixture.window.findChild<ChartDialog*>());
}

void ExportsTest::everyTableHasTheSameWayOut()
{
    WindowFixture fixture;
    fill(fixture);
    const auto tables = fixture.window.findChildren<QTableView*>();
    QVERIFY(tables.size() >= 4);
    for (QTableView* table : tables) {
        QStringList entries;
        for (const QAction* action : table->actions())
            entries << action->text();
        for (const QString& entry : {u"Copy"_s, u"Copy as CSV"_s, u"Copy as Markdown"_s, u"Export table..."_s})
            QVERIFY2(entries.contains(entry), qPrintable(table->objectName() + u' ' + table->accessibleName()));
        QCOMPARE(table->contextMenuPolicy(), Qt::ActionsContextMenu);
    }
}

void ExportsTest::tablesAreWrittenByTheirSuffix_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("begin");
    QTest::newRow("csv") << u"t.csv"_s << u"Layer,"_s;
    QTest::newRow("tsv") << u"t.TSV"_s << u"Layer\t"_s;
    QTest::newRow("markdown") << u"t.md"_s << u"| Layer |"_s;
}

void ExportsTest::tablesAreWrittenByTheirSuffix()
{
    QFETCH(QString, name);
    QFETCH(QString, begin);
    WindowFixture fixture;
    fill(fixture);
    auto* table = fixture.find<QTableView>("layerTable");
    const QString path = fixture.settings.path(name);
    const Status done = exportTable(*table, path);
    QVERIFY2(done, done ? "" : done.error().message.c_str());
    const QString text = tests::textOf(path);
    QVERIFY2(text.startsWith(begin), qPrintable(text.left(60)));
    QCOMPARE(text.count(u'\n'), table->model()->rowCount() + (name.endsWith(u"md"_s) ? 2 : 1));
    QVERIFY(!exportTable(*table, u"/nowhere/at/all/t.csv"_s));
}

QTEST_MAIN(ExportsTest)
#include "tst_exports.moc"
