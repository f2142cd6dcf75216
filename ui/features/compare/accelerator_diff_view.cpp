// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/accelerator_diff_view.h"

#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/message_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace nestloom::ui {

AcceleratorDiffView::AcceleratorDiffView(QWidget* parent)
    : QWidget(parent), m_model(new AcceleratorDiffModel(this)), m_summary(new QLabel(this)),
      m_all(new QCheckBox(tr("All fields"), this)), m_table(new CopyableTable(m_model, this)),
      m_message(new MessagePanel(this)), m_stack(new QStackedWidget(this))
{
    m_summary->setFont(strongFont(font()));
    m_summary->setObjectName(QStringLiteral("diffSummary"));
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_all->setObjectName(QStringLiteral("allFields"));
    m_all->setToolTip(tr("Show the fields that are equal as well"));
    m_table->setObjectName(QStringLiteral("acceleratorDiff"));
    m_table->setAccessibleName(tr("Differences of the accelerators"));
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_message);
    auto* head = new QHBoxLayout;
    head->addWidget(m_summary, 1);
    head->addWidget(m_all);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(m_stack, 1);
    connect(m_all, &QCheckBox::toggled, this, [this](bool all) {
        m_model->setAllShown(all);
        refresh();
    });
}

void AcceleratorDiffView::setAccelerators(const std::vector<NamedAccelerator>& accelerators)
{
    m_titles.clear();
    for (const NamedAccelerator& named : accelerators)
        m_titles.push_back(named.title);
    m_model->setAccelerators(accelerators);
    refresh();
}

void AcceleratorDiffView::refresh()
{
    QStringList counts;
    for (std::size_t i = 1; i < m_titles.size(); ++i) {
        const auto changes = qulonglong(m_model->changes(i));
        const QString words = changes == 0   ? tr("no difference")
                              : changes == 1 ? tr("1 difference")
                                             : tr("%1 differences").arg(changes);
        counts << (m_titles.size() > 2 ? tr("%1: %2").arg(m_titles[i], words) : words);
    }
    m_summary->setText(tr("Accelerators   %1").arg(counts.join(QStringLiteral(",  "))));
    m_summary->setToolTip(m_summary->text());
    if (m_titles.size() < 2)
        m_message->setMessage(tr("Nothing to compare yet"), tr("The accelerators are being read."));
    else
        m_message->setMessage(tr("The accelerators are equal"),
                              tr("No field that a schedule or its cost depends on differs."));
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    m_table->fitColumns();
}

} // namespace nestloom::ui
