// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/accelerator_form.h"

#include "ui/editor/collapsible_group.h"
#include "ui/editor/derived_values.h"
#include "ui/editor/field_row.h"
#include "ui/format.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

AcceleratorForm::AcceleratorForm(AcceleratorDocument& document, const Session& session, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_session(session), m_layout(nullptr), m_general(new QLabel),
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
    m_layout->addWidget(m_derived);
    m_layout->addStretch(1);
    setWidget(body);
    connect(&m_document, &AcceleratorDocument::changed, this, &AcceleratorForm::refresh);
    refresh();
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
        if (!shown)
            elsewhere << problem.message;
    }
    m_general->setText(elsewhere.join(QLatin1Char('\n')));
    m_general->setVisible(!elsewhere.isEmpty());
    refreshNotes();
    m_derived->show(m_document.value());
}

void AcceleratorForm::rebuild()
{
    m_shape = m_document.value();
    m_groups.clear();
    if (m_rows != nullptr)
        m_rows->deleteLater();
    m_rows = new QWidget;
    auto* layout = new QVBoxLayout(m_rows);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    for (FieldGroup& described : describeFields(m_shape, m_session)) {
        Group group{new CollapsibleGroup(described.title), described.level, {}};
        for (FieldSpec& spec : described.fields) {
            auto* row = new FieldRow(std::move(spec), m_document);
            group.widget->add(row);
            group.rows.push_back(row);
        }
        layout->addWidget(group.widget);
        m_groups.push_back(std::move(group));
    }
    m_layout->insertWidget(1, m_rows);
}

void AcceleratorForm::refreshNotes()
{
    const hardware::Accelerator& accelerator = m_document.value();
    for (const Group& group : m_groups) {
        if (!group.level)
            continue;
        const std::int64_t count = accelerator.instances(*group.level);
        const auto& capacity = accelerator.levels[*group.level].capacity;
        QString note = capacity ? format::bytes(*capacity) : tr("unbounded");
        if (count > 1)
            note = tr("%1 x %2").arg(format::integer(count), note);
        group.widget->setNote(note);
    }
}

bool AcceleratorForm::focusField(const QString& key)
{
    for (const Group& group : m_groups) {
        for (FieldRow* row : group.rows) {
            if (!belongsTo(key, row->key()))
                continue;
            group.widget->setExpanded(true);
            ensureWidgetVisible(row);
            row->edit()->setFocus();
            row->edit()->selectAll();
            return true;
        }
    }
    return false;
}

} // namespace nestloom::ui
