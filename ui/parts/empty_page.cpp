// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/empty_page.h"

#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>

namespace nestloom::ui {

EmptyPage::EmptyPage(Workbench& workbench, QAction* run, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_text(new QLabel(this))
{
    auto* title = new QLabel(tr("Nothing mapped yet"), this);
    title->setFont(headlineFont(font()));
    title->setAlignment(Qt::AlignCenter);
    m_text->setObjectName(QStringLiteral("emptyText"));
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    auto* button = new QPushButton(tr("Run"), this);
    button->setProperty("primary", true);
    button->setMinimumWidth(160);
    const auto follow = [button, run] {
        button->setEnabled(run->isEnabled());
        button->setToolTip(run->toolTip());
    };
    connect(run, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, run, &QAction::trigger);
    follow();
    setLayout(columnOf({LinePart::room(2), title, m_text, {button, 0, Qt::AlignHCenter}, LinePart::room(3)}, 12,
                       {9, 9, 9, 9}));
    connect(&m_workbench, &Workbench::editsChanged, this, &EmptyPage::refresh);
    connect(&m_workbench, &Workbench::networkChanged, this, &EmptyPage::refresh);
    refresh();
}

void EmptyPage::refresh()
{
    if (const QString reason = m_workbench.whyNotRun(); !reason.isEmpty()) {
        m_text->setText(reason);
        return;
    }
    m_text->setText(
        tr("Run (Ctrl+R) maps the %1 of %2 onto %3.\nOr open one of the earlier runs in the project tree.")
            .arg(counted(qint64(m_workbench.chosenNetwork().layers.size()), tr("one layer"), tr("%1 layers")),
                 qt(m_workbench.chosenNetwork().name), qt(m_workbench.document().value().name)));
}

} // namespace nestloom::ui
