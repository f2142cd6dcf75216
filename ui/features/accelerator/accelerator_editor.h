// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/accelerator_document.h"

#include <QWidget>

class QLabel;
class QTabWidget;
class QToolButton;

namespace nestloom::ui {

class AcceleratorForm;
class ElidedLabel;

/// The accelerator dock: name with dirty mark, the form and the YAML text as two tabs.
class AcceleratorEditor : public QWidget {
    Q_OBJECT
public:
    AcceleratorEditor(AcceleratorDocument& document, const Session& session, QWidget* parent = nullptr);

    AcceleratorDocument& document() const { return m_document; }
    void showForm();
    void showYaml();
    bool focusField(const QString& key);
    QToolButton* revertButton() const { return m_revert; }
    QToolButton* saveButton() const { return m_save; }

private:
    void refresh();

    AcceleratorDocument& m_document;
    ElidedLabel* m_title;
    QLabel* m_note;
    QToolButton* m_revert;
    QToolButton* m_save;
    QTabWidget* m_tabs;
    AcceleratorForm* m_form;
    QLabel* m_empty;
};

} // namespace nestloom::ui
