// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/explain_dialog.h"

#include "engine/cost/explain.h"
#include "engine/cost/explain_inputs.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/shown_run.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QShowEvent>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nestloom::ui {

using cost::Formula;
using cost::Unit;

QString formulaValue(const Formula& formula)
{
    using Operation = Formula::Operation;
    const bool isRatio = formula.operation == Operation::Quotient || formula.operation == Operation::Above;
    if (formula.unit == Unit::None && isRatio)
        return format::percent(formula.value, 2);
    switch (formula.unit) {
    case Unit::PicojouleSeconds: return format::si(formula.value * 1e-12, QStringLiteral("J\u00b7s"));
    case Unit::Seconds: return format::si(formula.value, QStringLiteral("s"));
    case Unit::Picojoules: return format::energy({formula.value});
    case Unit::SquareMicrometres: return format::area({formula.value});
    case Unit::MacsPerSecond: return format::si(formula.value, QStringLiteral("MAC/s"));
    case Unit::Watts: return format::si(formula.value, QStringLiteral("W"));
    case Unit::Bytes: return format::bytes(formula.value);
    default: return qt(cost::quantity(formula));
    }
}

namespace {

constexpr int kLongest = 240; // letters of a cell; the tool tip and the copied text have all

/// A sum over many layers would take long to lay out and is cut off by the column anyway.
QString howText(const Formula& formula)
{
    QString text = qt(cost::rightSide(formula));
    if (text.isEmpty())
        return {};
    text.prepend(QStringLiteral("= "));
    text.replace(QStringLiteral(" x "), QStringLiteral(" \u00d7 "));
    return text.size() <= kLongest ? text : text.left(kLongest - 1) + QChar(0x2026);
}

} // namespace

FormulaModel::FormulaModel(std::vector<Formula> figures, QObject* parent)
    : QAbstractItemModel(parent), m_figures(std::move(figures))
{
    addChildren(-1, m_figures);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) { // grows while it is walked
        m_nodes[i].firstChild = int(m_nodes.size());
        addChildren(int(i), m_nodes[i].formula->parts);
    }
}

void FormulaModel::addChildren(int parent, const std::vector<Formula>& parts)
{
    const std::size_t first = m_nodes.size();
    for (const Formula& part : parts)
        m_nodes.push_back({&part, parent, 0});
    const auto begin = m_nodes.begin() + std::ptrdiff_t(first);
    if (parent >= 0 && m_nodes[std::size_t(parent)].formula->operation == Formula::Operation::Sum)
        std::stable_sort(begin, m_nodes.end(), [](const Node& a, const Node& b) {
            return std::abs(a.formula->value) > std::abs(b.formula->value); // what matters most first
        });
    for (std::size_t i = first; i < m_nodes.size(); ++i)
        m_nodes[i].row = int(i - first);
}

/// Of the sum that the figure is a part of; empty when it is none.
QString FormulaModel::shareText(const QModelIndex& index) const
{
    if (!index.parent().isValid())
        return {};
    const Formula& whole = formula(index.parent());
    if (whole.operation != Formula::Operation::Sum || !(whole.value > 0))
        return {};
    return format::percent(formula(index).value / whole.value);
}

QModelIndex FormulaModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const int first = parent.isValid() ? m_nodes[parent.internalId()].firstChild : 0;
    return createIndex(row, column, quintptr(first) + quintptr(row));
}

QModelIndex FormulaModel::parent(const QModelIndex& index) const
{
    const int above = index.isValid() ? m_nodes[index.internalId()].parent : -1;
    return above < 0 ? QModelIndex() : createIndex(m_nodes[std::size_t(above)].row, 0, quintptr(above));
}

int FormulaModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return int(m_figures.size());
    return parent.column() == 0 ? int(formula(parent).parts.size()) : 0;
}

QVariant FormulaModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Formula& shown = formula(index);
    if (role == Qt::TextAlignmentRole && (index.column() == Value || index.column() == Share))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::FontRole && index.column() == Name && !index.parent().isValid())
        return strongFont(QApplication::font());
    if (role == Qt::ToolTipRole)
        return qt(cost::oneLine(shown));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return qt(shown.name);
    case Value: return formulaValue(shown);
    case Share: return shareText(index);
    case How: return howText(shown);
    default: return qt(shown.source);
    }
}

QVariant FormulaModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Value || section == Share ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Figure");
    case Value: return tr("Value");
    case Share: return tr("Share");
    case How: return tr("How");
    default: return tr("From");
    }
}

namespace {
constexpr int kWidestName = 380, kWidestFrom = 260; // pixels; more is in the tool tip
}

ExplainDialog::ExplainDialog(const QString& about, std::vector<cost::Formula> figures, int current, QWidget* parent)
    : QDialog(parent), m_model(new FormulaModel(std::move(figures), this)), m_tree(new QTreeView(this)),
      m_whole(named(new QPlainTextEdit(this), "wholeFormula", tr("The selected figure, whole")))
{
    setObjectName(QStringLiteral("explainDialog"));
    setWindowTitle(tr("How the figures come about"));
    auto* heading = new QLabel(
        tr("%1. Every figure is computed from the rows below it; open them down to what was counted, such as "
           "loops of the mapping, and the numbers of the accelerator.")
            .arg(about),
        this);
    heading->setWordWrap(true);
    heading->setTextFormat(Qt::PlainText);
    named(m_tree, "formulaTree", tr("Formulas"));
    m_tree->setModel(m_model);
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(FormulaModel::How, QHeaderView::Stretch); // it has most to say
    m_tree->header()->setResizeContentsPrecision(
        0); // the rows in sight: to lay out the text of all layers takes too long
    m_tree->header()->setSectionsMovable(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copyButton = buttons->addButton(tr("&Copy as text"), QDialogButtonBox::ActionRole);
    named(copyButton, "copyFormula", {}, tr("The selected figure with all it is made of (Ctrl+C)"));
    m_whole->setReadOnly(true);
    m_whole->setTabChangesFocus(true);
    m_whole->setFixedHeight(3 * fontMetrics().lineSpacing() + 12);
    setLayout(columnOf({heading, {m_tree, 1}, m_whole, buttons}, -1, {11, 11, 11, 11}));
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        m_whole->setPlainText(index.isValid() ? qt(cost::oneLine(m_model->formula(index))) : QString());
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copyButton, &QPushButton::clicked, this, &ExplainDialog::copy);
    auto* shortcut = new QShortcut(QKeySequence::Copy, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, &ExplainDialog::copy);
    resize(1060, 560);
    openCurrent(current);
    connect(m_tree, &QTreeView::expanded, this, &ExplainDialog::fitColumns);
}

void ExplainDialog::setRun(const ShownRun& run)
{
    const QString title = windowTitle();
    const QString of = run.run() != 0 ? tr("%1, run %2").arg(title).arg(run.run()) : tr("%1, live").arg(title);
    setWindowTitle(of);
    const auto tellOld = [this, of] { setWindowTitle(tr("%1 (not what is shown any more)").arg(of)); };
    connect(&run, &ShownRun::replaced, this, tellOld);
    if (run.run() == 0)
        connect(&run, &ShownRun::updated, this, tellOld);
}

void ExplainDialog::fitColumns()
{
    fitColumn(FormulaModel::Name, kWidestName);
    fitColumn(FormulaModel::Value, QWIDGETSIZE_MAX);
    fitColumn(FormulaModel::Share, QWIDGETSIZE_MAX);
    fitColumn(FormulaModel::Source, kWidestFrom);
}

/// Here the tree has its size, and knows what is in sight.
void ExplainDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (event->spontaneous())
        return;
    fitColumns();
}

void ExplainDialog::fitColumn(int column, int widest)
{
    m_tree->resizeColumnToContents(column);
    if (m_tree->columnWidth(column) > widest)
        m_tree->setColumnWidth(column, widest);
}

void ExplainDialog::openCurrent(int current)
{
    const QModelIndex index = m_model->index(std::clamp(current, 0, std::max(0, m_model->rowCount() - 1)), 0);
    m_tree->expandRecursively(index, 1);
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index, QAbstractItemView::PositionAtTop);
}

QString ExplainDialog::asText() const
{
    const QModelIndex current = m_tree->currentIndex();
    if (current.isValid())
        return qt(cost::asText(m_model->formula(current)));
    QString text;
    for (int row = 0; row < m_model->rowCount(); ++row)
        text += qt(cost::asText(m_model->formula(m_model->index(row, 0))));
    return text;
}

void ExplainDialog::copy() const { QApplication::clipboard()->setText(asText()); }

ExplainDialog* explainFigures(QWidget* parent, const QString& about, std::vector<cost::Formula> figures, int current)
{
    if (figures.empty())
        return nullptr;
    auto* dialog = new ExplainDialog(about, std::move(figures), current, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QWidget* window = parent != nullptr ? parent->window() : nullptr;
    for (ExplainDialog* old : window != nullptr ? window->findChildren<ExplainDialog*>() : QList<ExplainDialog*>())
        if (old != dialog && old->isVisible()) { // one, where the user has put it
            dialog->setGeometry(old->geometry());
            old->close();
        }
    dialog->show();
    return dialog;
}

using schedule::Figure;

namespace {

constexpr std::array kFigures{Figure::Cycles,      Figure::Energy, Figure::Edp,
                              Figure::Utilization, Figure::Gap,    Figure::DramBytes};

QString place(const QString& what, const hardware::Accelerator& accelerator)
{
    return ExplainDialog::tr("%1 on %2").arg(what, qt(accelerator.name));
}

/// Says which run it is of, and when the window has gone on.
ExplainDialog* of(const ShownRun& run, ExplainDialog* dialog)
{
    if (dialog != nullptr)
        dialog->setRun(run);
    return dialog;
}

} // namespace

ExplainDialog* explainLayer(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, Figure figure)
{
    std::vector<cost::Formula> formulas;
    int current = -1;
    for (const Figure one : kFigures) {
        auto formula = schedule::explain(accelerator, layer, result, one);
        if (!formula)
            continue;
        if (one == figure)
            current = int(formulas.size());
        formulas.push_back(*std::move(formula));
    }
    if (current < 0)
        return nullptr;
    return explainFigures(parent, place(qt(result.name), accelerator), std::move(formulas), current);
}

ExplainDialog* explainLayer(QWidget* parent, const ShownRun& run, std::size_t layer, Figure figure)
{
    if (layer >= run.layers().size())
        return nullptr;
    return of(run,
              explainLayer(parent, run.acceleratorOf(layer), run.network().layers[layer], run.layers()[layer], figure));
}

namespace {

ExplainDialog* explainTotal(QWidget* parent, const QString& about, std::optional<cost::Formula> formula)
{
    std::vector<cost::Formula> formulas; // a list in braces would copy the tree of the whole network
    if (formula)
        formulas.push_back(*std::move(formula));
    return explainFigures(parent, about, std::move(formulas));
}

} // namespace

ExplainDialog* explainTotal(QWidget* parent, const ShownRun& run, Figure figure)
{
    return of(run, explainTotal(
                       parent, place(qt(run.network().name), run.accelerator()),
                       schedule::explainTotal(run.accelerator(), run.network(), run.options(), run.layers(), figure)));
}

ExplainDialog* explainTotal(QWidget* parent, const records::RunRecord& run, Figure figure)
{
    const records::RunInputs& inputs = run.inputs;
    return explainTotal(
        parent,
        ExplainDialog::tr("run %1, %2").arg(run.summary.id).arg(place(qt(inputs.network.name), inputs.accelerator)),
        schedule::explainTotal(inputs.accelerator, inputs.network, inputs.options, run.layers, figure));
}

ExplainDialog* explainLevel(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, std::size_t level, LevelFigure figure)
{
    if (!result.mapping || level >= result.mapping->levels.size()
        || result.mapping->levels.size() != accelerator.levels.size())
        return nullptr;
    std::vector<cost::Formula> formulas{cost::explainTiles(accelerator, layer, *result.mapping, level)};
    if (result.cost) {
        const cost::CostedMapping costed{accelerator, layer, *result.mapping, *result.cost};
        formulas.push_back(cost::explainLevelBytes(costed, level));
        formulas.push_back(cost::explainLevelEnergy(costed, level));
        formulas.push_back(cost::explainReadPort(costed, level));
        formulas.push_back(cost::explainWritePort(costed, level));
    }
    const QString about = ExplainDialog::tr("%1 of %2").arg(qt(accelerator.levels[level].name), qt(result.name));
    const int current = std::min(int(figure), int(formulas.size()) - 1);
    return explainFigures(parent, place(about, accelerator), std::move(formulas), current);
}

ExplainDialog* explainLevel(QWidget* parent, const ShownRun& run, std::size_t layer, std::size_t level,
                            LevelFigure figure)
{
    if (layer >= run.layers().size())
        return nullptr;
    return of(run, explainLevel(parent, run.acceleratorOf(layer), run.network().layers[layer], run.layers()[layer],
                                level, figure));
}

ExplainDialog* explainAccelerator(QWidget* parent, const hardware::Accelerator& accelerator,
                                  std::optional<std::size_t> level)
{
    std::vector<cost::Formula> figures = cost::explainAccelerator(accelerator);
    int current = 0;
    if (level && *level < accelerator.levels.size()) {
        const std::string wanted = cost::explainAccessEnergy(accelerator, *level).name;
        const auto found = std::ranges::find(figures, wanted, &cost::Formula::name);
        current = found != figures.end() ? int(found - figures.begin()) : 0;
    }
    return explainFigures(parent, qt(accelerator.name), std::move(figures), current);
}

Figure figureNamed(const QString& link)
{
    for (const auto& [name, figure] : {std::pair{"energy", Figure::Energy}, std::pair{"edp", Figure::Edp},
                                       std::pair{"utilisation", Figure::Utilization}, std::pair{"gap", Figure::Gap}})
        if (link == QLatin1String(name))
            return figure;
    return Figure::Cycles;
}

QString explainWords(Figure figure)
{
    switch (figure) {
    case Figure::Cycles: return ExplainDialog::tr("Explain cycles");
    case Figure::Energy: return ExplainDialog::tr("Explain energy");
    case Figure::Edp: return ExplainDialog::tr("Explain EDP");
    case Figure::Utilization: return ExplainDialog::tr("Explain utilisation");
    case Figure::Gap: return ExplainDialog::tr("Explain gap");
    case Figure::DramBytes: return ExplainDialog::tr("Explain DRAM bytes");
    }
    return {};
}

} // namespace nestloom::ui
