// SPDX-License-Identifier: GPL-3.0-or-later
// A mapping that came with an import, as a draft.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/mapping/mapping_editor.h"
#include "ui/features/mapping/mapping_feature.h"
#include "ui/workbench/mapping_draft.h"

#include <algorithm>

using namespace nestloom;
using namespace nestloom::ui;
using enum workload::LoopDimension;

namespace {

/// One layer on the accelerator in the editor, with a mapping that is not the most modest one.
mapping::DesignImport importOf(WindowFixture& f)
{
    mapping::DesignImport import;
    import.accelerator = f.window.workbench().document().value();
    workload::Layer layer;
    layer.name = "one";
    layer.bounds[K] = 4;
    layer.bounds[C] = 2;
    import.network = workload::Network{"imported", {}, {}, { layer }};
    import.mapping = mapping::outermostMapping(*import.accelerator, layer);
    auto& loops = import.mapping->levels[0].temporal;
    std::reverse(loops.begin(), loops.end());
    return import;
}

} // namespace

class TestImportedDraft : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void opensInTheLoopNestAndIsJudged()
    {
        WindowFixture f;
        QVERIFY(f.ready);
        const auto import = importOf(f);
        QVERIFY(openImportedDraft(f.window, import));
        QCOMPARE(int(f.window.currentTab()), int(MainWindow::Tab::LoopNest));
        auto* editor = f.find<MappingEditor>("mappingEditor");
        QVERIFY(editor->isEditing() && editor->draft());
        QVERIFY(editor->draft()->mapping() == *import.mapping);
        QVERIFY(editor->draft()->isValid() && editor->draft()->cost());
        QVERIFY(f.session.requests.empty()); // nothing is run or stored
        QVERIFY(editor->draft()->history().canUndo());
        editor->draft()->history().undo();
        QVERIFY(editor->draft()->mapping() != *import.mapping);
    }

    void isKeptAsARunOfItsOwn()
    {
        WindowFixture f;
        const auto import = importOf(f);
        QVERIFY(openImportedDraft(f.window, import));
        f.find<MappingEditor>("mappingEditor")->keep();
        QCOMPARE(f.session.edited.keeps.size(), std::size_t(1));
        const KeptRun& kept = f.session.edited.keeps[0];
        QVERIFY(kept.request.accelerator == *import.accelerator && kept.request.network == *import.network);
        QCOMPARE(kept.layers.size(), std::size_t(1));
        QVERIFY(kept.layers[0].mapping == import.mapping && kept.layers[0].verified);
    }

    void oneThatDoesNotFitIsADraftWithItsReason()
    {
        WindowFixture f;
        auto import = importOf(f);
        import.mapping->levels.back().temporal = {{ K, 8 }};
        QVERIFY(openImportedDraft(f.window, import));
        auto* editor = f.find<MappingEditor>("mappingEditor");
        QVERIFY(!editor->draft()->isValid());
        QVERIFY(!editor->draft()->reason().isEmpty());
    }

    void nothingHappensWithoutAMapping()
    {
        WindowFixture f;
        auto import = importOf(f);
        import.mapping.reset();
        QVERIFY(!openImportedDraft(f.window, import));
        QVERIFY(f.run().isEmpty());
    }
};

QTEST_MAIN(TestImportedDraft)
#include "tst_imported_draft.moc"
