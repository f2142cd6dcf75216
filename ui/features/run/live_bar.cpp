// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/run/live_bar.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/elided_label.h"
#include "ui/workbench/field_changes.h"
#include "ui/workbench/live_preview.h"
#include "ui/workbench/workbench.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

using Phase = LivePreview::Phase;
using Scope = LivePreview::Scope;

LiveBar::LiveBar(Workbench& workbench, QWidget* parent)
    : QFrame(parent), m_workbench(workbench), m_mark(new QLabel(tr("Live, not stored"), this)),
      m_what(new ElidedLabel(this)), m_progress(new ElidedLabel(this)),
      m_keep(new QPushButton(tr("Keep as run"), this)), m_back(new QPushButton(this))
{
    setObjectName(QStringLiteral("liveBar"));
    setProperty("live", true);
    m_mark->setFont(strongFont(font()));
    m_mark->setToolTip(tr("These results are mapped and verified, but no run of them is stored."));
    m_progress->setObjectName(QStringLiteral("liveProgress"));
    m_keep->setObjectName(QStringLiteral("keepAsRun"));
    m_keep->setToolTip(tr("Map the network once more as a run, and store it"));
    m_back->setObjectName(QStringLiteral("leavePreview"));
    m_back->setToolTip(tr("Show the stored run again; the edits of the accelerator stay"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setSpacing(14);
    layout->addWidget(m_mark);
    layout->addWidget(m_what, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_keep);
    layout->addWidget(m_back);
    connect(m_keep, &QPushButton::clicked, this, [this] { m_workbench.live().keep(); });
    connect(m_back, &QPushButton::clicked, this, [this] { m_workbench.live().dismiss(); });
    connect(&m_workbench.live(), &LivePreview::changed, this, &LiveBar::refresh);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &LiveBar::refresh);
    refresh();
}

QString LiveBar::progressText() const
{
    const LivePreview& live = m_workbench.live();
    switch (live.phase()) {
    case Phase::Idle: return {};
    case Phase::Held:
    case Phase::Failed: return live.reason();
    case Phase::Mapping: return tr("%1 of %2 layers mapped again").arg(live.layersDone()).arg(live.layersAsked());
    case Phase::Done: break;
    }
    const std::size_t others = m_workbench.run().layers().size() - m_workbench.run().freshLayers();
    const QString time = format::milliseconds(double(live.elapsedMs()));
    return others == 0 ? tr("%1 in %2").arg(counted(live.layersDone(), tr("the only layer"), tr("all %1 layers")), time)
                       : tr("%1 in %2, %3 as before")
                             .arg(counted(live.layersDone(), tr("1 layer"), tr("%1 layers")), time)
                             .arg(others);
}

void LiveBar::refresh()
{
    const LivePreview& live = m_workbench.live();
    const ShownRun& run = m_workbench.run();
    const bool shown = live.phase() != Phase::Idle;
    if (shown) {
        const bool stopped = live.phase() == Phase::Held || live.phase() == Phase::Failed;
        m_mark->setText(run.isPreview() || !stopped ? tr("Live, not stored") : tr("Live, held"));
        m_what->setText(changeWords(
            fieldChanges(run.storedRequest().accelerator, m_workbench.document().value(), m_workbench.session())));
        m_progress->setRole(stopped ? QPalette::WindowText : QPalette::PlaceholderText);
        m_progress->setText(progressText());
        m_keep->setEnabled(m_workbench.whyNotRun().isEmpty() && !run.isRunning());
        m_back->setText(run.storedRun() != 0 ? tr("Show run %1").arg(run.storedRun()) : tr("Leave"));
        m_back->setEnabled(run.isPreview() || !run.isRunning());
    }
    setVisible(shown);
}

QMenu* makeLiveMenu(Workbench& workbench, QWidget* parent)
{
    LivePreview& live = workbench.live();
    auto* menu = new QMenu(LiveBar::tr("Li&ve mapping"), parent);
    QAction* on = menu->addAction(LiveBar::tr("Live"), QKeySequence(Qt::CTRL | Qt::Key_L));
    on->setObjectName(QStringLiteral("live"));
    on->setToolTip(LiveBar::tr("Map the network again while the accelerator is edited (Ctrl+L)"));
    on->setCheckable(true);
    auto* scopes = new QActionGroup(menu);
    menu->addSeparator();
    const auto addScope = [&](const QString& text, Scope scope) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        scopes->addAction(action);
        QObject::connect(action, &QAction::triggered, &live, [&live, scope] { live.setScope(scope); });
        return action;
    };
    QAction* network = addScope(LiveBar::tr("All layers"), Scope::Network);
    QAction* layer = addScope(LiveBar::tr("Selected layer only"), Scope::SelectedLayer);
    const auto follow = [&live, on, network, layer] {
        on->setEnabled(live.isAvailable());
        on->setChecked(live.isOn() && live.isAvailable());
        (live.scope() == Scope::Network ? network : layer)->setChecked(true);
    };
    QObject::connect(on, &QAction::toggled, &live, &LivePreview::setOn);
    QObject::connect(&live, &LivePreview::changed, on, follow);
    follow();
    return menu;
}

QToolButton* makeLiveButton(QMenu* liveMenu, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("liveButton"));
    button->setDefaultAction(liveMenu->actions().front());
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(liveMenu);
    return button;
}

} // namespace nestloom::ui
