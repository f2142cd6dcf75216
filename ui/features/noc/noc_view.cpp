// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/noc_view.h"

#include "engine/cost/mesh_model.h"
#include "ui/features/noc/explain_noc.h"
#include "ui/features/noc/link_details.h"
#include "ui/features/noc/link_models.h"
#include "ui/features/noc/mesh_map.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"
#include "ui/words/layer_words.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace nestloom::ui {

NocView::NocView(QWidget* parent)
    : QWidget(parent), m_message(new MessagePanel), m_addMesh(named(new QPushButton, "addMesh")),
      m_stack(new QStackedLayout(this)), m_model(new LinkModel(this))
{
    setAccessibleName(tr("Network on chip"));
    m_message->setLayout(columnOf({LinePart::room(3), {m_addMesh, 0, Qt::AlignHCenter}, LinePart::room(2)}));
    connect(m_addMesh, &QPushButton::clicked, this, &NocView::meshRequested);
    m_stack->addWidget(m_message);
    m_stack->addWidget(makeContent());
    clear();
    hearEvents(this, QEvent::PaletteChange, [this] {
        if (m_mesh)
            showMesh(); // the texts carry colours
    });
}

QWidget* NocView::makeContent()
{
    m_headline = named(new QLabel, "nocHeadline");
    m_headline->setWordWrap(true);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note = new QLabel;
    m_note->setProperty("muted", true);
    m_note->setWordWrap(true);
    m_map = named(new MeshMap, "meshMap");
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(m_map);
    splitter->addWidget(makeSide());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({560, 300});
    splitter->setChildrenCollapsible(false);
    auto* content = panelOf(columnOf({makeBar(), m_headline, m_note, {splitter, 1}}, 6));
    connect(m_map, &MeshMap::linkSelected, this, [this](std::optional<noc::LinkId> link) {
        m_table->setCurrentRow(link ? m_model->rowOf(*link) : -1);
        showDetails();
    });
    return content;
}

QWidget* NocView::makeBar()
{
    QHBoxLayout* checks = rowOf({}, 10);
    QHBoxLayout* bar = rowOf({}, 10);
    for (const TensorRole role : kTensorRoles) {
        auto* check = new QCheckBox(tensorName(role));
        check->setChecked(true);
        check->setToolTip(tr("Count %1 in the load of the links").arg(tensorName(role)));
        m_checks[role] = check;
        checks->addWidget(check);
        connect(check, &QCheckBox::toggled, this, [this, role](bool on) { setTensorShown(role, on); });
    }
    checks->addStretch(1);
    m_dramPort = named(new QComboBox, "", tr("Port of DRAM"),
                       tr("Where what lies outside the mesh is attached: at a router of its own, or south of the "
                          "buffer's router as in the simulator published with CoSA."));
    m_dramPort->addItem(tr("DRAM port of its own"));
    m_dramPort->addItem(tr("DRAM at the buffer's router"));
    bar->addWidget(m_dramPort);
    m_log = addSwitch(bar, tr("Log"), tr("Logarithmic colours over three decades"));
    m_fixed = addSwitch(bar, tr("0-100 %"), tr("Colours end at 100 % instead of at the busiest link"));
    connect(m_dramPort, &QComboBox::activated, this, [this] { countLoad(); });
    return new FoldingRow({{checks, 1}, bar}, 10);
}

QToolButton* NocView::addSwitch(QHBoxLayout* bar, const QString& text, const QString& toolTip)
{
    auto* button = toolButton(text, toolTip);
    button->setCheckable(true);
    bar->addWidget(button);
    connect(button, &QToolButton::toggled, this, [this] { m_map->setScale(m_log->isChecked(), m_fixed->isChecked()); });
    return button;
}

QWidget* NocView::makeSide()
{
    m_details = named(new RichLabel, "linkDetails");
    m_details->setTextFormat(Qt::RichText);
    m_details->setWordWrap(true);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_details, &QLabel::linkActivated, this, &NocView::explain);
    m_details->setContentsMargins(10, 4, 10, 4);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_details);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(240);

    m_table = named(new CopyableTable(m_model), "linkTable", tr("Links by load"));
    m_table->sortByColumn(LinkModel::Load, Qt::DescendingOrder);
    for (const int column : {LinkModel::Flits, LinkModel::Weights, LinkModel::Inputs, LinkModel::Outputs})
        m_table->setColumnHidden(column, true); // they are in what is copied
    connect(m_table, &CopyableTable::rowChosen, this, &NocView::followTable);
    connect(explainAction(m_table, "explainLink"), &QAction::triggered, this, &NocView::explain);
    connect(explainAction(m_map, "explainMap"), &QAction::triggered, this, &NocView::explain);

    auto* side = new QSplitter(Qt::Vertical);
    side->addWidget(scroll);
    side->addWidget(m_table);
    side->setStretchFactor(0, 3);
    side->setStretchFactor(1, 2);
    side->setSizes({320, 160});
    side->setChildrenCollapsible(false);
    return side;
}

bool NocView::showsMessage() const { return m_stack->currentWidget() == m_message; }
QString NocView::details() const { return QTextDocumentFragment::fromHtml(m_details->text()).toPlainText(); }

void NocView::setTensorShown(TensorRole role, bool shown)
{
    m_checks[role]->setChecked(shown);
    m_tensors = shown ? m_tensors.with(role) : m_tensors.without(role);
    if (m_mesh)
        showMesh();
}

void NocView::setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                       const schedule::LayerResult& result)
{
    m_accelerator = accelerator;
    m_layer = layer;
    m_result = result;
    countLoad();
}

void NocView::countLoad()
{
    m_mesh.reset();
    if (!m_result)
        return clear();
    const QString name = QString::fromStdString(m_result->name);
    if (!m_result->mapping || !m_result->cost) {
        if (isAwaited(*m_result))
            return showMessage(tr("%1 is waiting for its mapping").arg(name),
                               tr("The load of the mesh appears as soon as the engine has one."), false);
        const WhyNoMapping why = whyNoMapping(*m_result);
        return showMessage(why.title, why.text, why.isWarning);
    }
    const auto port = m_dramPort->currentIndex() == 0 ? noc::DramPort::Own : noc::DramPort::WithBuffer;
    const auto load = traffic::meshLoad(m_accelerator, m_layer, *m_result->mapping, m_result->cost->cycles, port);
    if (!load && load.error().code == ErrorCode::Unsupported) {
        m_addMesh->setText(tr("Make a variant with a mesh below %1").arg(qt(cost::meshBelow(m_accelerator))));
        showMessage(tr("No mesh to show"), asSentence(qt(load.error().message)), false);
        return m_addMesh->show();
    }
    if (!load)
        return showMessage(tr("%1: the mapping does not fit the mesh").arg(name),
                           QString::fromStdString(load.error().message), true);
    m_mesh = ShownMesh{m_accelerator, *m_result->mapping, *load, m_tensors};
    m_dramPort->setVisible(m_mesh->hasOutside());
    m_stack->setCurrentIndex(1);
    showMesh();
}

void NocView::showMesh()
{
    m_mesh->tensors = m_tensors;
    m_map->setMesh(*m_mesh);
    m_model->setMesh(*m_mesh);
    m_table->fitColumnsSoon();
    if (const auto link = m_map->selectedLink())
        m_table->setCurrentRow(m_model->rowOf(*link));
    m_headline->setText(hottestSentence(*m_mesh));
    const bool warns = isOverloaded(*m_mesh);
    m_headline->setStyleSheet(
        warns ? QStringLiteral("font-weight: 600; color: %1").arg(themeFor(palette()).warning.name())
              : QStringLiteral("font-weight: 600"));
    const std::size_t pes = m_mesh->load.mesh.peCount();
    m_note->setText(tr("%1; %2 of %3 PEs used; headers and waiting are not counted")
                        .arg(meshText(*m_mesh))
                        .arg(m_mesh->load.pes.size())
                        .arg(pes));
    showDetails();
}

void NocView::showDetails()
{
    if (!m_mesh)
        return;
    const Theme& theme = themeFor(palette());
    const auto link = m_map->selectedLink();
    const QString words =
        QStringLiteral("<p><a href=\"explain\" style=\"color:%1\">%2</a></p>")
            .arg(theme.accent.name(), link ? tr("Explain this load") : tr("Explain the busiest link and the mean"));
    QString html = link ? linkDetails(*m_mesh, *link, theme) : meshDetails(*m_mesh, theme);
    m_details->setText(html.insert(html.indexOf(QLatin1String("</p>")) + 4, words)); // below the heading
}

/// How the numbers of the selected link come about; those of the mesh without one.
void NocView::explain()
{
    if (!m_mesh)
        return;
    if (const auto link = m_map->selectedLink())
        explainLink(window(), *m_mesh, *link);
    else
        explainMesh(window(), *m_mesh);
}

void NocView::followTable(int row)
{
    if (row >= 0)
        m_map->selectLink(m_model->at(row).link);
}

void NocView::showMessage(const QString& title, const QString& text, bool isWarning)
{
    m_map->setMesh(std::nullopt);
    m_model->clear();
    m_message->setMessage(title, text, isWarning);
    m_addMesh->hide();
    m_stack->setCurrentWidget(m_message);
}

void NocView::clear()
{
    m_result.reset();
    m_mesh.reset();
    showMessage(
        tr("Select a layer with a mapping"),
        tr("What it sends over each link of the network on chip appears here. Runs on nodes and memory plans have no "
           "mappings of layers."),
        false);
}

} // namespace nestloom::ui
