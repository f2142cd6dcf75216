// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_page.h"

#include "engine/hardware/accelerator.h"
#include "ui/features/accelerator/accelerator_diagram.h"
#include "ui/features/accelerator/level_actions.h"
#include "ui/features/accelerator/level_table_model.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/number_delegate.h"
#include "ui/widgets/table_actions.h"
#include "ui/window/main_window.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

namespace nestloom::ui {

namespace {
constexpr std::array kSources{hardware::EnergySource::Explicit, hardware::EnergySource::TimeloopPat,
                              hardware::EnergySource::BankedPat};
constexpr int kLeastDiagram = 220; // pixels of height that the diagram keeps
} // namespace

AcceleratorPage::AcceleratorPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_diagram(new AcceleratorDiagram),
      m_model(new LevelTableModel(workbench.session(), this)), m_table(new QTableView),
      m_actions(new LevelActions(this)), m_energySource(new QComboBox), m_area(new QLabel), m_title(new QLabel),
      m_splitter(new QSplitter(Qt::Vertical))
{
    setObjectName(QStringLiteral("acceleratorPage"));
    m_diagram->setObjectName(QStringLiteral("acceleratorDiagram"));
    m_diagram->addActions(m_actions->all());
    m_diagram->setContextMenuPolicy(Qt::ActionsContextMenu);
    makeTable();
    m_lower = new QWidget;
    m_lower->setLayout(columnOf({makeEnergyBar(), {m_table, 1}}, 6, {0, 6, 0, 0}));
    m_splitter->addWidget(m_diagram);
    m_splitter->addWidget(m_lower);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(false);
    setLayout(columnOf({makeBar(), {m_splitter, 1}}, 8, {12, 10, 12, 12}));
    connectParts();
    followDocument();
}

QWidget* AcceleratorPage::makeBar()
{
    auto* bar = new QWidget;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_title->setFont(strongFont(font()));
    layout->addWidget(m_title);
    layout->addStretch(1);
    for (QAction* action : m_actions->all()) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        layout->addWidget(button);
    }
    layout->addSpacing(8);
    auto* fit = new QToolButton;
    fit->setText(tr("Fit"));
    fit->setToolTip(tr("Show the whole diagram (F); Ctrl with the wheel zooms"));
    connect(fit, &QToolButton::clicked, m_diagram, &AcceleratorDiagram::zoomToFit);
    layout->addWidget(fit);
    return bar;
}

QWidget* AcceleratorPage::makeEnergyBar()
{
    auto* bar = new QWidget;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* label = new QLabel(tr("Energy per access"));
    label->setProperty("muted", true);
    label->setBuddy(m_energySource);
    for (const hardware::EnergySource source : kSources)
        m_energySource->addItem(energySourceName(source));
    named(m_energySource, "energySource", tr("Source of the energies"),
          tr("With the formula, a level that states an energy overrides it."));
    m_area->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_area->setProperty("muted", true);
    m_area->setObjectName(QStringLiteral("chipArea"));
    layout->addWidget(label);
    layout->addWidget(m_energySource);
    auto* tables = new QToolButton;
    tables->setText(tr("Tables..."));
    named(tables, "energyTables", {},
          tr("Tables of energies and areas, each number with its source, to choose from and to edit"));
    connect(tables, &QToolButton::clicked, this, &AcceleratorPage::tablesRequested);
    layout->addWidget(tables);
    layout->addWidget(m_area, 1);
    return bar;
}

void AcceleratorPage::makeTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(new ChoiceDelegate(m_table));
    named(m_table, "levelTable", tr("What each level keeps, and what an access costs"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                             | QAbstractItemView::SelectedClicked | QAbstractItemView::AnyKeyPressed);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(LevelTableModel::Level, QHeaderView::Stretch);
    m_table->horizontalHeader()->setMinimumSectionSize(56);
    m_table->horizontalHeader()->setHighlightSections(false);
    enableTableExport(*m_table);
    auto* separator = new QAction(m_table);
    separator->setSeparator(true);
    m_table->addAction(separator);
    for (QAction* action : m_actions->all())
        if (action != m_actions->rename) // F2 edits the cell
            m_table->addAction(action);
    auto* explain = named(new QAction(tr("Explain figures"), this), "explainAccelerator");
    explain->setProperty(kExplains, true);
    m_table->insertAction(m_table->actions().value(0), explain);
    m_diagram->insertAction(m_diagram->actions().value(0), explain);
    connect(explain, &QAction::triggered, this,
            [this] { explainAccelerator(window(), m_workbench.document().value(), m_actions->level()); });
}

void AcceleratorPage::connectParts()
{
    const auto lookAt = [this](const QString& key) { m_workbench.document().lookAt(key); };
    connect(m_diagram, &AcceleratorDiagram::blockSelected, this,
            [lookAt](const AcceleratorBlock& block) { lookAt(keyOf(block)); });
    connect(m_diagram, &AcceleratorDiagram::editRequested, this,
            [this](const AcceleratorBlock& block) { Q_EMIT fieldRequested(keyOf(block)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, lookAt](const QModelIndex& now) {
                const auto levels = int(m_workbench.document().value().levels.size());
                if (now.isValid() && m_table->hasFocus())
                    lookAt(now.row() < levels ? keyOf(AcceleratorBlock::ofLevel(std::size_t(now.row())))
                                              : keyOf({AcceleratorBlock::Kind::Macs, 0}));
            });
    connect(m_actions, &LevelActions::edited, this,
            [lookAt](std::size_t level) { lookAt(keyOf(AcceleratorBlock::ofLevel(level))); });
    connect(m_actions, &LevelActions::renameRequested, this, [this](std::size_t level) {
        Q_EMIT fieldRequested(keyOf(AcceleratorBlock::ofLevel(level)) + QStringLiteral(".name"));
    });
    connect(m_energySource, &QComboBox::activated, this, &AcceleratorPage::setEnergySource);
    connect(&m_workbench, &Workbench::documentChanged, this, &AcceleratorPage::followDocument);
    connect(&m_workbench, &Workbench::editsChanged, this, [this] {
        m_stale = true;
        if (isVisible())
            refresh();
    });
}

void AcceleratorPage::followDocument()
{
    AcceleratorDocument& document = m_workbench.document();
    disconnect(m_lookedAt);
    m_lookedAt = connect(&document, &AcceleratorDocument::lookedAt, this, &AcceleratorPage::showPlace);
    m_model->setDocument(&document);
    m_actions->setDocument(&document);
    refresh();
    showPlace(document.lookedAtKey());
}

void AcceleratorPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
    m_roomFor = -1; // the page has its size now
    giveRoom();
}

void AcceleratorPage::refresh()
{
    m_stale = false;
    const AcceleratorDocument& document = m_workbench.document();
    const hardware::Accelerator& accelerator = document.value();
    std::vector<BlockMark> marks;
    for (const FieldProblem& problem : document.problems())
        if (const auto block = blockOf(problem.key))
            marks.push_back({*block, asSentence(problem.message)});
    m_diagram->setAccelerator(accelerator, std::move(marks));
    m_model->refresh();
    if (m_actions->level() && *m_actions->level() >= accelerator.levels.size())
        m_actions->setLevel(std::nullopt);
    m_energySource->setCurrentIndex(int(accelerator.energySource));
    m_lower->setVisible(!document.isEmpty());
    m_title->setText(qt(accelerator.name));
    const auto area = hardware::chipArea(accelerator);
    m_area->setText(area                         ? tr("Chip area %1").arg(format::area(*area))
                    : accelerator.area.isEmpty() ? tr("no area table")
                                                 : tr("area table with gaps"));
    m_area->setToolTip(accelerator.area.source.empty()
                           ? tr("State the areas and their source in the form, group Area.")
                           : tr("Buffers and MAC units; wires, network-on-chip and control are not counted. Source: %1")
                                 .arg(qt(accelerator.area.source)));
    giveRoom();
}

/// All rows of the table are visible when there is room for them; the diagram takes the rest.
void AcceleratorPage::giveRoom()
{
    const int rows = m_model->rowCount();
    if (m_roomFor == rows || m_splitter->height() < 100)
        return;
    m_roomFor = rows;
    const int table =
        m_table->horizontalHeader()->sizeHint().height() + 4 + rows * m_table->verticalHeader()->defaultSectionSize();
    const int lower = table + m_energySource->sizeHint().height() + 12;
    const int upper = std::max(kLeastDiagram, m_splitter->height() - m_splitter->handleWidth() - lower);
    m_splitter->setSizes({upper, m_splitter->height() - m_splitter->handleWidth() - upper});
}

/// Diagram, table and actions point at the group or field that is looked at.
void AcceleratorPage::showPlace(const QString& key)
{
    if (m_stale)
        refresh();
    const auto block = blockOf(key);
    m_diagram->select(block);
    const bool isLevel = block && block->isLevel() && block->level < m_workbench.document().value().levels.size();
    m_actions->setLevel(isLevel ? std::optional(block->level) : std::nullopt);
    const int row = isLevel                                                ? int(block->level)
                    : block && block->kind == AcceleratorBlock::Kind::Macs ? m_model->rowCount() - 1
                                                                           : -1;
    if (row < 0)
        m_table->clearSelection();
    else if (m_table->currentIndex().row() != row || !m_table->selectionModel()->isRowSelected(row))
        m_table->setCurrentIndex(m_model->index(row, std::max(0, m_table->currentIndex().column())));
}

void AcceleratorPage::setEnergySource(int choice)
{
    AcceleratorDocument& document = m_workbench.document();
    hardware::Accelerator changed = document.value();
    changed.energySource = kSources[std::size_t(choice)];
    document.endStep();
    document.setValue(QStringLiteral("energy_source"), changed);
    document.endStep();
}

void installAcceleratorPage(MainWindow& window)
{
    auto* page = new AcceleratorPage(window.workbench());
    window.addPage(MainWindow::Tab::Accelerator, page, MainWindow::tr("Accelerator"));
    QObject::connect(page, &AcceleratorPage::fieldRequested, &window, &MainWindow::fieldAsked);
    QObject::connect(page, &AcceleratorPage::tablesRequested, &window, [&window] {
        if (auto* edit = window.findChild<QAction*>(QStringLiteral("editTechnologies")))
            edit->trigger();
    });
    QObject::connect(window.actions().design, &QAction::triggered, page,
                     [&window] { window.showTab(MainWindow::Tab::Accelerator); });
}

} // namespace nestloom::ui
