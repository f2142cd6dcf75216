// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/accelerator_form.h"

#include "ui/constraints/constraints_group.h"
#include "ui/editor/collapsible_group.h"
#include "ui/editor/derived_values.h"
#include "ui/editor/field_row.h"
#include "ui/editor/level_actions.h"
#include "ui/format.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

AcceleratorForm::AcceleratorForm(AcceleratorDocument& document, const Session& session, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_session(session), m_levelActions(new LevelActions(this)),
      m_layout(nullptr), m_general(new QLabel), m_constraints(new ConstraintsGroup(tr("Constraints on mappings"))),
      m_derived(new DerivedValues)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    m_layout = new QVBoxLayout(body);
    m_layout->setContentsMargins(8, 8, 10, 8);
    m_layout->setSpacing(6);
    m_general->setProperty("warning", true);
    m_general->setWordWrap(true);
    m_layout->addWidget(m_general);
    m_layout->addWidget(m_constraints);
    m_layout->addWidget(m_derived);
    m_layout->addStretch(1);
    setWidget(body);
    m_levelActions->setDocument(&m_document);
    connect(m_levelActions, &LevelActions::edited, this,
            [this](std::size_t level) { focusField(QStringLiteral("levels[%1].name").arg(level)); });
    connect(m_levelActions, &LevelActions::renameRequested, this,
            [this](std::size_t level) { focusField(QStringLiteral("levels[%1].name").arg(level)); });
    connect(m_constraints, &ConstraintsGroup::edited, this, &AcceleratorForm::editConstraints);
    connect(&m_document, &AcceleratorDocument::changed, this, &AcceleratorForm::refresh);
    connect(&m_document, &AcceleratorDocument::lookedAt, this, &AcceleratorForm::reveal);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) { followFocus(now); });
}

void AcceleratorForm::refresh()
{
    if (m_rows == nullptr || !haveSameForm(m_shape, m_document.value()))
        rebuild();
    const std::vector<FieldProblem> problems = m_document.problems();
    for (const Group& group : m_groups)
        for (FieldRow* row : group.rows)
            if (row->refresh(problems))
                group.widget->setExpanded(true);
    QStringList elsewhere; // broken rules that no field can show
    for (const FieldProblem& problem : problems) {
        const bool shown = std::any_of(m_groups.begin(), m_groups.end(), [&](const Group& group) {
            return std::any_of(group.rows.begin(), group.rows.end(),
                               [&](const FieldRow* row) { return belongsTo(problem.key, row->key()); });
        });
        if (!shown && !problem.key.startsWith(QLatin1String("constraints")))
            elsewhere << problem.message;
    }
    m_general->setText(elsewhere.join(QLatin1Char('\n')));
    m_general->setVisible(!elsewhere.isEmpty());
    refreshNotes();
    m_constraints->setAccelerator(m_document.value());
    m_constraints->setLines(m_document.value().constraints);
    m_derived->show(m_document.value());
}

void AcceleratorForm::editConstraints()
{
    hardware::Accelerator value = m_document.value();
    value.constraints = m_constraints->lines();
    if (value.constraints != m_document.value().constraints)
        m_document.setValue(QStringLiteral("constraints"), value);
}

void AcceleratorForm::rebuild()
{
    m_shape = m_document.value();
    QString chosen; // the choice that made the form another one
    for (const Group& group : m_groups)
        for (FieldRow* row : group.rows) {
            if (row->isChoosing())
                chosen = row->key();
            row->retire();
        }
    m_groups.clear();
    if (m_rows != nullptr) {
        m_rows->hide(); // or it takes room until it is gone
        m_rows->deleteLater();
    }
    m_rows = new QWidget(widget()); // with parents at once: styled once
    auto* layout = new QVBoxLayout(m_rows);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    for (FieldGroup& described : describeFields(m_shape, m_session)) {
        Group group{described.key, new CollapsibleGroup(described.title, m_rows), described.level, {}};
        for (FieldSpec& spec : described.fields) {
            auto* row = new FieldRow(std::move(spec), m_document, group.widget);
            group.widget->add(row);
            group.rows.push_back(row);
        }
        if (group.level)
            addLevelMenu(group);
        if (group.key == QLatin1String("area"))
            group.widget->setExpanded(!m_shape.area.isEmpty());
        layout->addWidget(group.widget);
        m_groups.push_back(std::move(group));
    }
    m_layout->insertWidget(1, m_rows);
    if (const Group* current = groupOf(m_document.lookedAtKey()))
        current->widget->setCurrent(true);
    if (!chosen.isEmpty())
        QTimer::singleShot(0, this, [this, chosen] { focusField(chosen); });
}

/// The actions work on the level whose group has the focus or whose menu is open.
void AcceleratorForm::addLevelMenu(const Group& group)
{
    auto* menu = new QMenu(group.widget);
    menu->addActions(m_levelActions->all());
    connect(menu, &QMenu::aboutToShow, this, [this, level = group.level] { m_levelActions->setLevel(level); });
    group.widget->setMenu(menu);
    group.widget->addActions(m_levelActions->all()); // their keys
}

void AcceleratorForm::refreshNotes()
{
    const hardware::Accelerator& accelerator = m_document.value();
    for (const Group& group : m_groups) {
        if (group.key == QLatin1String("area"))
            group.widget->setNote(accelerator.area.isEmpty() ? tr("no area table") : QString());
        if (!group.level)
            continue;
        group.widget->setTitle(QString::fromStdString(accelerator.levels[*group.level].name));
        const std::int64_t count = accelerator.instances(*group.level);
        const auto& capacity = accelerator.levels[*group.level].capacity;
        QString note = capacity ? format::bytes(*capacity) : tr("unbounded");
        if (count > 1)
            note = tr("%1 x %2").arg(format::integer(count), note);
        group.widget->setNote(note);
    }
}

/// The group with this key, or with the field of this key.
AcceleratorForm::Group* AcceleratorForm::groupOf(const QString& key)
{
    for (Group& group : m_groups) {
        if (!key.isEmpty() && group.key == key)
            return &group;
        for (const FieldRow* row : group.rows)
            if (belongsTo(key, row->key()) || row->key().startsWith(key + QLatin1Char('.')))
                return &group;
    }
    return nullptr;
}

/// Opens the group that the user looks at elsewhere and scrolls to it; the cursor stays where it is.
void AcceleratorForm::reveal(const QString& key)
{
    Group* shown = groupOf(key);
    for (const Group& group : m_groups)
        group.widget->setCurrent(&group == shown);
    if (shown == nullptr || shown->widget->isAncestorOf(QApplication::focusWidget()))
        return;
    shown->widget->setExpanded(true);
    QTimer::singleShot(0, shown->widget, [this, widget = shown->widget] { // once it has its place
        m_layout->activate();
        const QPoint top = widget->mapTo(this->widget(), QPoint(0, 0));
        ensureVisible(0, top.y() + widget->height(), 0, 8);
        ensureVisible(0, top.y(), 0, 8);
    });
}

void AcceleratorForm::followFocus(const QWidget* focused)
{
    if (focused == nullptr || !isAncestorOf(focused))
        return;
    for (const Group& group : m_groups) {
        if (!group.widget->isAncestorOf(focused))
            continue;
        m_levelActions->setLevel(group.level);
        QString key = group.key;
        for (const FieldRow* row : group.rows)
            if (row->isAncestorOf(focused) && !group.level)
                key = row->key();
        if (key != m_document.lookedAtKey())
            m_document.lookAt(key);
    }
}

bool AcceleratorForm::focusField(const QString& key)
{
    if (key.startsWith(QLatin1String("constraints"))) {
        m_constraints->takeFocus();
        ensureWidgetVisible(m_constraints);
        return true;
    }
    Group* group = groupOf(key);
    if (group == nullptr || group->rows.empty())
        return false;
    // Of a level as a whole the first number is meant, not the name.
    FieldRow* target = group->rows[group->level && group->rows.size() > 1 ? 1 : 0];
    for (FieldRow* row : group->rows)
        if (belongsTo(key, row->key()) || (!group->level && row->key().startsWith(key + QLatin1Char('.')))) {
            target = row;
            break;
        }
    group->widget->setExpanded(true);
    ensureWidgetVisible(target);
    target->takeFocus();
    return true;
}

} // namespace nestloom::ui
