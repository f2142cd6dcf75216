// SPDX-License-Identifier: GPL-3.0-or-later
// The page Tiles within the window.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/tiles/tiles_controls.h"

#include <QComboBox>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

class TestTilesFeature : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A run of "as published" was one of the extended search, because the page alone knew the choice.
    void aRunSearchesAsThePageDoes()
    {
        WindowFixture f;
        auto* controls = f.window.findChild<TilesControls*>();
        QVERIFY(controls);
        QVERIFY(f.window.workbench().options().flexer.extensions == flexer::Extensions());
        controls->search()->setCurrentIndex(controls->search()->findText(QStringLiteral("as published")));
        Q_EMIT controls->search()->activated(controls->search()->currentIndex());
        QVERIFY(f.window.workbench().options().flexer.extensions == flexer::kPublished);

        schedule::ScheduleOptions options = f.window.workbench().options();
        options.flexer.extensions = {};
        options.flexer.extensions.seed = false;
        f.window.workbench().setOptions(options);
        QCOMPARE(controls->search()->currentText(), QStringLiteral("unseeded"));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestTilesFeature)
#include "tst_tiles_feature.moc"
