// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/accelerator_document.h"
#include "ui/workbench/field_spec.h"

#include <QWidget>

class QGridLayout;
class QComboBox;
class QLabel;
class QLineEdit;

namespace nestloom::ui {

class ElidedLabel;
class FieldSlider;

/// One line of the form: label, text field, and below it, while something is wrong, one sentence and the nearest legal
/// value as a link. Edits go to the document as they are typed; a field with choices is a list instead. While the field
/// has the focus, a slider is under it.
class FieldRow : public QWidget {
    Q_OBJECT
public:
    FieldRow(FieldSpec spec, AcceleratorDocument& document, QWidget* parent = nullptr);

    const QString& key() const { return m_spec.key; }
    QLineEdit* edit() const { return m_edit; } // hidden where there are choices
    void takeFocus();
    /// The Tab key goes from `before` to this row; returns where it goes on from.
    QWidget* followInTabOrder(QWidget* before);
    bool isChoice() const { return m_choice != nullptr; }
    bool hasFieldFocus() const;                // the field, or its list of choices
    bool isTyping() const { return m_typing; } // the document changes because of this field
    /// Before the row is deleted later: its field may be gone, so losing the focus must not ask for its value.
    void retire();
    FieldSlider* slider() const
    {
        return m_slider;
    } // null until the field had the focus, and for fields that have none
    /// While it is closed, its room stays, so that nothing moves; false gives it up.
    void keepRoom(bool keep);
    /// Shows the document's value and the first problem that belongs to this field; true when there is one.
    bool refresh(const std::vector<FieldProblem>& problems);

Q_SIGNALS:
    void finished(); // Enter, or another field has the focus

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeChoice();
    void makeSlider();
    void makeProblem();
    void openSlider();
    void revealSlider();
    void closeSliderUnlessFocused();
    void followSlider(const QString& text);
    void refreshSlider();
    void onEdited(const QString& text);
    QString suggestionFor(const QString& typed) const;
    void onFinished();
    void showText();
    void setText(const QString& text);
    void showBeginning();
    void showProblem(const QString& message, const QString& suggestion);
    bool textMeansValue() const;

    const FieldSpec m_spec;
    AcceleratorDocument& m_document;
    ElidedLabel* m_label;
    QLineEdit* m_edit;
    QLabel* m_problem = nullptr; // until there is one
    QGridLayout* m_layout;
    FieldSlider* m_slider = nullptr;
    QComboBox* m_choice = nullptr; // in place of the text field, for a value that is chosen from a list
    bool m_typing = false;
};

} // namespace nestloom::ui
