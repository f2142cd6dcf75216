// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/unserved_page.h"

#include "engine/explore/serving.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/variants.h"
#include "ui/workbench/workbench.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>

namespace nestloom::ui {

UnservedPage::UnservedPage(Workbench& workbench, std::string engine, QString title, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_engine(std::move(engine)), m_engineTitle(std::move(title)),
      m_title(new QLabel), m_why(named(new QLabel, "whyUnserved")), m_variant(named(new QPushButton, "makeVariant")),
      m_others(named(new QPushButton(tr("Open an accelerator that can")), "openServing"))
{
    m_title->setFont(headlineFont(font()));
    for (QLabel* label : {m_title, m_why}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    m_variant->setProperty("primary", true);
    m_others->setMinimumWidth(220); // room for the arrow
    auto* menu = new QMenu(m_others);
    menu->setToolTipsVisible(true);
    m_others->setMenu(menu);
    setLayout(columnOf({LinePart::room(2),
                        m_title,
                        m_why,
                        {m_variant, 0, Qt::AlignHCenter},
                        {m_others, 0, Qt::AlignHCenter},
                        LinePart::room(3)},
                       12, {24, 12, 24, 12}));
    connect(m_variant, &QPushButton::clicked, this, &UnservedPage::makeVariant);
    connect(menu, &QMenu::aboutToShow, this, &UnservedPage::listOthers);
    connect(&m_workbench, &Workbench::contextChanged, this, [this] {
        if (isVisible())
            refresh();
    });
}

void UnservedPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void UnservedPage::refresh()
{
    const hardware::Accelerator& accelerator = m_workbench.accelerator();
    const QString name = qt(accelerator.name);
    const auto found = explore::obstacle(m_engine, accelerator);
    const bool isNone = accelerator.levels.empty();
    m_title->setText(isNone ? tr("No accelerator is in the editor")
                            : tr("%1 cannot schedule on %2").arg(m_engineTitle, name));
    const bool isChangeable = found && !found->change.empty();
    QString why = isNone || !found ? QString() : asSentence(qt(found->why));
    if (isChangeable)
        why += QLatin1Char('\n') + tr("A variant with %1 can be scheduled.").arg(qt(found->change));
    m_why->setText(why);
    m_variant->setVisible(isChangeable);
    m_variant->setText(tr("Make this variant of %1").arg(name));
}

void UnservedPage::makeVariant()
{
    if (const auto found = explore::obstacle(m_engine, m_workbench.accelerator()); found && !found->change.empty())
        addVariant(m_workbench, found->variant);
}

void UnservedPage::listOthers()
{
    QMenu* menu = m_others->menu();
    menu->clear();
    for (const AcceleratorEntry& entry : m_workbench.library().accelerators()) {
        const auto accelerator = m_workbench.library().parsed(entry);
        if (!accelerator || explore::obstacle(m_engine, *accelerator))
            continue;
        QAction* open = menu->addAction(entry.name, this, [this, entry] { m_workbench.chooseAccelerator(entry); });
        open->setToolTip(qt(accelerator->description));
    }
}

} // namespace nestloom::ui
