// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_editor.h"

#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/accelerator/yaml_page.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/widgets/yaml_edit.h"
#include "ui/workbench/library.h"

#include <QFileInfo>
#include <QLabel>
#include <QTabWidget>
#include <QToolButton>

namespace nestloom::ui {

AcceleratorEditor::AcceleratorEditor(AcceleratorDocument& document, const Session& session, QWidget* parent)
    : QWidget(parent), m_document(document), m_title(new ElidedLabel(this)), m_note(new QLabel(this)),
      m_revert(new QToolButton(this)), m_save(new QToolButton(this)), m_tabs(new QTabWidget(this)),
      m_form(new AcceleratorForm(document, session, m_tabs)),
      m_empty(new QLabel(tr("Choose an accelerator in the project tree,\nor open a YAML file (Ctrl+O)."), this))
{
    m_title->setFont(strongFont(font()));
    m_title->setObjectName(QStringLiteral("acceleratorTitle"));
    m_title->setRole(QPalette::WindowText);
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed); // the note follows the name
    m_note->setProperty("muted", true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("muted", true);
    m_revert->setAutoRaise(true);
    m_save->setAutoRaise(true);
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName(QStringLiteral("acceleratorTabs"));
    m_tabs->addTab(m_form, tr("Form"));
    m_tabs->addTab(new YamlPage(document, m_tabs), tr("YAML"));

    auto* head = rowOf({m_title, m_note, LinePart::room(1), m_revert, m_save}, 8, {10, 6, 6, 4});
    setLayout(columnOf({head, {m_tabs, 1}, {m_empty, 1}}, 0));
    connect(&m_document, &AcceleratorDocument::changed, this, &AcceleratorEditor::refresh);
    m_form->refresh();
    refresh();
}

void AcceleratorEditor::showForm() { m_tabs->setCurrentIndex(0); }

void AcceleratorEditor::showYaml()
{
    m_tabs->setCurrentIndex(1);
    m_tabs->findChild<YamlEdit*>()->setFocus();
}

bool AcceleratorEditor::focusField(const QString& key)
{
    showForm();
    return m_form->focusField(key);
}

void AcceleratorEditor::refresh()
{
    const QString name = m_document.isEmpty() && m_document.hasText() ? QFileInfo(m_document.path()).fileName()
                                                                      : QString::fromStdString(m_document.value().name);
    const QString shown = name.isEmpty() ? tr("No accelerator") : name;
    m_title->setText(m_document.isDirty() ? shown + QStringLiteral(" *") : shown);
    const bool unsaved = isUnsaved(m_document.path());
    const QString where = unsaved ? tr("In no file yet") : m_document.path();
    m_title->setToolTip(where.isEmpty() ? shown : shown + QLatin1Char('\n') + where);
    m_note->setText(m_document.isEmpty() && m_document.hasText() ? tr("cannot be read yet")
                    : unsaved                                    ? tr("unsaved")
                    : m_document.isDirty()                       ? tr("edited")
                    : m_document.isPreset()                      ? tr("preset")
                                                                 : QString());
    m_tabs->setVisible(m_document.hasText());
    m_tabs->setTabEnabled(0, !m_document.isEmpty());
    m_empty->setVisible(!m_document.hasText());
}

} // namespace nestloom::ui
