// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QLabel;
class QPushButton;

namespace nestloom::ui {

class Workbench;

/// What a page shows while its engine cannot work with the accelerator in view: why, a button that makes a variant with
/// which it can, where a small change does it, and a menu of the library's accelerators that can.
class UnservedPage : public QWidget {
    Q_OBJECT
public:
    /// `title` of the engine, as in "Flexer cannot schedule on simba".
    UnservedPage(Workbench& workbench, std::string engine, QString title, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void makeVariant();
    void listOthers();

    Workbench& m_workbench;
    const std::string m_engine;
    const QString m_engineTitle;
    QLabel *m_title, *m_why;
    QPushButton *m_variant, *m_others;
};

} // namespace nestloom::ui
