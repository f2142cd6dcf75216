// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/tour/feature_tours.h"

#include "ui/features/accelerator/field_slider.h"
#include "ui/window/main_window.h"
#include "ui/workbench/live_preview.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QSlider>

namespace nestloom::ui {

namespace {

const QString kField = QStringLiteral("levels[1].capacity");

class TuningTour {
public:
    explicit TuningTour(MainWindow& window) : m_window(window) {}

    bool showSummary()
    {
        m_options = m_window.workbench().options();
        m_window.workbench().setOptions(run().options()); // as the shown run was made
        m_window.showTab(MainWindow::Tab::Summary);
        return true;
    }
    QString suggested() const
    {
        const auto* status = m_window.findChild<QLabel*>(QStringLiteral("suggestionsStatus"));
        return status == nullptr || status->text().contains(QStringLiteral("mapped and verified"))
                   ? QString()
                   : QStringLiteral("the suggestions");
    }
    bool openSlider()
    {
        QApplication::setActiveWindow(&m_window); // a dialog may have had the focus
        return showField(m_window, kField) && slider() != nullptr;
    }
    bool moveSlider()
    {
        slider()->setFocus();
        for (int i = 0; i < 5; ++i) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_Left, Qt::NoModifier);
            QApplication::sendEvent(slider(), &press);
        }
        return true;
    }
    QString firstNumbers() const { return run().isPreview() ? QString() : QStringLiteral("the first numbers"); }
    QString allNumbers() const
    {
        return live().phase() == LivePreview::Phase::Done ? QString() : QStringLiteral("the whole preview");
    }
    bool takeBack()
    {
        m_window.actions().undo->trigger();
        m_window.findChild<QWidget*>(QStringLiteral("layerTable"))->setFocus();
        return true;
    }
    QString storedRun()
    {
        if (run().isPreview())
            return QStringLiteral("the stored run");
        m_window.workbench().setOptions(m_options);
        return {};
    }

private:
    ShownRun& run() const { return m_window.workbench().run(); }
    LivePreview& live() const { return m_window.workbench().live(); }
    QSlider* slider() const
    {
        const auto* row = m_window.findChild<FieldSlider*>(QStringLiteral("slider:") + kField);
        return row == nullptr ? nullptr : row->slider();
    }

    MainWindow& m_window;
    schedule::ScheduleOptions m_options;
};

} // namespace

std::vector<TourStep> tuningTour(MainWindow& window)
{
    const auto tour = std::make_shared<TuningTour>(window);
    return {
        {QStringLiteral("suggestions"), [tour] { return tour->showSummary(); }, [tour] { return tour->suggested(); }},
        {QStringLiteral("slider"), [tour] { return tour->openSlider(); }, {}},
        {QStringLiteral("live-running"), [tour] { return tour->moveSlider(); }, [tour] { return tour->firstNumbers(); },
         true},
        {QStringLiteral("live"), {}, [tour] { return tour->allNumbers(); }},
        {QStringLiteral("live-taken-back"), [tour] { return tour->takeBack(); }, [tour] { return tour->storedRun(); }},
    };
}

} // namespace nestloom::ui
