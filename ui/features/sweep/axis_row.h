// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/accelerator_fields.h"
#include "engine/explore/design_space.h"

#include <QString>
#include <QWidget>

#include <vector>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace nestloom::ui {

class ElidedLabel;
class Sweeps;

/// "GlobalBuffer capacity" for the path "levels.GlobalBuffer.capacity".
QString fieldTitle(const std::string& path);

/// The numbers of an accelerator that can change a result: without the words of tensors that a level does not keep,
/// and without the interconnect where none is described.
std::vector<explore::Field> sweepableFields(const hardware::Accelerator& accelerator);

/// Short and exact text of a field's value, always with its unit.
QString fieldText(explore::FieldKind kind, double value);      // "64 KiB", "10 B/cycle", "1 GHz"
QString exactFieldText(explore::FieldKind kind, double value); // "65,536 B"

/// Values to begin with around the present one, "32 KiB..256 KiB x2"; empty when there is no present value.
QString suggestedValues(const explore::Field& field, const Sweeps& sweeps);

/// One axis of the sweep that is being defined: a field, found by typing a part of its name, and its values.
class AxisRow : public QWidget {
    Q_OBJECT
public:
    explicit AxisRow(const Sweeps& sweeps, QWidget* parent = nullptr);

    /// The fields to choose from; a chosen one stays chosen, and comes back when it was not there for a while.
    void setFields(const std::vector<explore::Field>& fields);
    void chooseField(const std::string& path); // and suggests values
    void show(const QString& path, const QString& values);
    /// Fails   InvalidInput, in one sentence.
    Result<explore::Axis> axis() const;
    bool isBlank() const;                                  // nothing chosen and nothing typed
    std::string path() const;                              // of the chosen field; empty when there is none
    const QString& wantedPath() const { return m_wanted; } // also while the accelerator has no such field
    QLineEdit* valuesEdit() const { return m_values; }
    QWidget* tabAfter(QWidget* before); // the last that Tab reaches in it

Q_SIGNALS:
    void changed();
    void removeRequested();

private:
    const explore::Field* field() const; // null when none is chosen
    void takeTyped();
    void completeByWords();
    void suggest();
    void check();

    const Sweeps& m_sweeps;
    std::vector<explore::Field> m_fields;
    QString m_wanted; // the path of the field that was chosen last
    QComboBox* m_field;
    QLineEdit* m_values;
    QToolButton* m_remove;
    ElidedLabel* m_note;
};

} // namespace nestloom::ui
