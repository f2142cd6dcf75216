// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/explain_dialog.h"

#include "ui/parts/formula_model.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QShowEvent>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kWidestName = 380, kWidestHow = 420; // pixels; more is in the tool tip
}

ExplainDialog::ExplainDialog(const QString& about, std::vector<cost::Formula> figures, int current, QWidget* parent)
    : QDialog(parent), m_model(new FormulaModel(std::move(figures), this)), m_tree(new QTreeView(this))
{
    setObjectName(QStringLiteral("explainDialog"));
    setWindowTitle(tr("How the figures come about"));
    auto* heading =
        new QLabel(tr("%1. Every figure is computed from the rows below it; open them down to the loops of the mapping "
                      "and the numbers of the accelerator.")
                       .arg(about),
                   this);
    heading->setWordWrap(true);
    heading->setTextFormat(Qt::PlainText);
    m_tree->setObjectName(QStringLiteral("formulaTree"));
    m_tree->setAccessibleName(tr("Formulas"));
    m_tree->setModel(m_model);
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setResizeContentsPrecision(
        0); // the rows in sight: to lay out the text of all layers takes too long
    m_tree->header()->setSectionsMovable(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copyButton = buttons->addButton(tr("&Copy as text"), QDialogButtonBox::ActionRole);
    copyButton->setObjectName(QStringLiteral("copyFormula"));
    copyButton->setToolTip(tr("The selected figure with all it is made of (Ctrl+C)"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(heading);
    layout->addWidget(m_tree, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copyButton, &QPushButton::clicked, this, &ExplainDialog::copy);
    auto* shortcut = new QShortcut(QKeySequence::Copy, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, &ExplainDialog::copy);
    resize(1060, 560);
    openCurrent(current);
    connect(m_tree, &QTreeView::expanded, this, [this] { fitColumn(FormulaModel::Name, kWidestName); });
}

/// Here the tree has its size, and knows what is in sight.
void ExplainDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (event->spontaneous())
        return;
    fitColumn(FormulaModel::Name, kWidestName);
    fitColumn(FormulaModel::Value, QWIDGETSIZE_MAX);
    fitColumn(FormulaModel::How, kWidestHow);
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
        return QString::fromStdString(cost::asText(m_model->formula(current)));
    QString text;
    for (int row = 0; row < m_model->rowCount(); ++row)
        text += QString::fromStdString(cost::asText(m_model->formula(m_model->index(row, 0))));
    return text;
}

void ExplainDialog::copy() const { QApplication::clipboard()->setText(asText()); }

ExplainDialog* explainFigures(QWidget* parent, const QString& about, std::vector<cost::Formula> figures, int current)
{
    if (figures.empty())
        return nullptr;
    auto* dialog = new ExplainDialog(about, std::move(figures), current, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return dialog;
}

} // namespace nestloom::ui
