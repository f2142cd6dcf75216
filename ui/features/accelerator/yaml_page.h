// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/accelerator_document.h"

#include <QWidget>

class QLabel;

namespace nestloom::ui {

class YamlEdit;

/// The accelerator as YAML text: edits go to the document, an error is shown below with its line marked.
class YamlPage : public QWidget {
    Q_OBJECT
public:
    explicit YamlPage(AcceleratorDocument& document, QWidget* parent = nullptr);

private:
    void refresh();

    AcceleratorDocument& m_document;
    YamlEdit* m_edit;
    QLabel* m_error;
    bool m_showing = false; // the text changes because the document did
};

} // namespace nestloom::ui
