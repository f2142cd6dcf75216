// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/network/sizes_bar.h"

#include "tests/ui/support/window_fixture.h"

#include <QSpinBox>
#include <QToolButton>

namespace nestloom::ui {

class TestSizesBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSizeMakesANetworkThatIsListed();
    void aSizeIsMappedLikeAnEdit();
    void theBaseComesBackWithItsSize();
    void whatDoesNotFitIsTold();
    void keptSizesStandBesideEachOther();
    void aListOfLayersHasNone();
    void anOpenedRunOfAnotherNetworkHasNone();

private:
    static QSpinBox* image(WindowFixture& f) { return f.find<QSpinBox>("size:image"); }
};

void TestSizesBar::aSizeMakesANetworkThatIsListed()
{
    WindowFixture f;
    Workbench& workbench = f.window.workbench();
    workbench.chooseNetwork(f.session.networks()[1]);
    QCOMPARE(image(f)->value(), 224);
    image(f)->setValue(320);
    QCOMPARE(workbench.chosenNetwork().name, std::string("resnet50, image 320"));
    QCOMPARE(workbench.chosenNetwork().layers.front().bounds[workload::LoopDimension::P], std::int64_t(160));
    QCOMPARE(image(f)->value(), 320);
    image(f)->setValue(256); // takes its place in the list
    const std::vector<NetworkEntry>& listed = workbench.library().networks();
    QCOMPARE(listed.size(), std::size_t(3));
    QCOMPARE(listed.back().name, QStringLiteral("resnet50, image 256"));
    QCOMPARE(baseOf(listed.back()), QStringLiteral("resnet50"));
    QVERIFY(workbench.library().openedFiles().isEmpty()); // in no file
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(next.workbench().chosenNetwork().name, std::string("resnet50, image 256"));
}

void TestSizesBar::aSizeIsMappedLikeAnEdit()
{
    WindowFixture f;
    f.window.workbench().chooseNetwork(f.session.networks()[1]);
    image(f)->setValue(320); // nothing was mapped yet
    QCoreApplication::processEvents();
    QCOMPARE(f.session.tuner.last, quint64(0));
    image(f)->setValue(224);
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 900));
    f.session.end(job, JobState::End::Finished);
    image(f)->setValue(320);
    QTRY_VERIFY(f.session.tuner.last != 0);
    QCOMPARE(f.session.tuner.requests[f.session.tuner.last].what.network.name, std::string("resnet50, image 320"));
}

void TestSizesBar::theBaseComesBackWithItsSize()
{
    WindowFixture f;
    f.window.workbench().chooseNetwork(f.session.networks()[1]);
    image(f)->setValue(320);
    image(f)->setValue(224);
    QCOMPARE(f.window.workbench().chosenNetwork().name, std::string("resnet50"));
    QCOMPARE(f.window.workbench().chosenNetworkYaml(), f.session.networks()[1].yaml.toStdString());
}

void TestSizesBar::whatDoesNotFitIsTold()
{
    WindowFixture f;
    const QString path = f.settings.path(QStringLiteral("llama.yaml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("network:\n  builder: llama_3_8b\n  tokens: 4\n");
    file.close();
    QVERIFY(f.window.workbench().openFile(path));
    const QSignalSpy problems(&f.window.workbench(), &Workbench::problem);
    f.find<QSpinBox>("size:context")->setValue(131'070);
    QCOMPARE(problems.size(), 1);
    QCOMPARE(f.find<QSpinBox>("size:context")->value(), 0);
    f.find<QSpinBox>("size:context")->setValue(128);
    QCOMPARE(f.window.workbench().chosenNetwork().name, std::string("llama_3_8b, context 128"));
}

void TestSizesBar::keptSizesStandBesideEachOther()
{
    WindowFixture f;
    Library& library = f.window.workbench().library();
    f.window.workbench().chooseNetwork(f.session.networks()[1]);
    auto* keep = f.find<QToolButton>("keepSize");
    QVERIFY(!keep->isEnabled()); // a preset stays anyway
    image(f)->setValue(320);
    keep->click();
    QVERIFY(!keep->isEnabled());
    image(f)->setValue(256);
    QCOMPARE(library.networks().size(), std::size_t(4));
    QVERIFY(library.findNetwork(QStringLiteral("resnet50, image 320")) && keep->isEnabled());
    library.listSized(QStringLiteral("resnet50, image 512")); // as a stored sweep names it
    QVERIFY(library.findNetwork(QStringLiteral("resnet50, image 512")));
    library.listSized(QStringLiteral("resnet50, tokens 512"));
    library.listSized(QStringLiteral("none, image 512"));
    library.listSized(QStringLiteral("resnet50, image 1"));
    QCOMPARE(library.networks().size(), std::size_t(5));
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(next.workbench().library().networks().size(), std::size_t(5));
    library.removeSized(library.networks().back());
    QCOMPARE(library.networks().size(), std::size_t(4));
    library.removeSized(library.networks().front()); // a preset
    QCOMPARE(library.networks().size(), std::size_t(4));
}

void TestSizesBar::aListOfLayersHasNone()
{
    WindowFixture f;
    auto* bar = f.find<SizesBar>("networkSizes");
    QVERIFY(!bar->isHidden()); // alexnet's
    f.window.workbench().chooseNetwork({QStringLiteral("a"), QStringLiteral("a.yaml"),
                                        QStringLiteral("network:\n  name: a\n  layers:\n    - {name: l, K: 2}\n"),
                                        false});
    QVERIFY(bar->isHidden());
    QVERIFY(bar->findChildren<QSpinBox*>(QString(), Qt::FindDirectChildrenOnly).isEmpty()
            || bar->findChildren<QSpinBox*>().front()->isHidden());
}

void TestSizesBar::anOpenedRunOfAnotherNetworkHasNone()
{
    WindowFixture f;
    auto* bar = f.find<SizesBar>("networkSizes");
    QVERIFY(!bar->isHidden()); // alexnet's
    RunRecord record;
    record.summary.id = 7;
    record.summary.status = RunStatus::Finished;
    record.inputs.accelerator = f.window.workbench().accelerator();
    record.inputs.network.name = "mine";
    record.inputs.network.layers.push_back(f.window.workbench().network().layers.front());
    f.window.workbench().openRun(7);
    f.session.answerLoad(record);
    QVERIFY(bar->isHidden());
    f.window.workbench().backToEditor();
    QVERIFY(!bar->isHidden());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestSizesBar)
#include "tst_sizes_bar.moc"
