// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

namespace nestloom::ui {

class MainWindow;
class ManualWindow;

/// The manual, which is made when it is first asked for. It stands beside the main window and closes with it.
class Help : public QObject {
    Q_OBJECT
public:
    explicit Help(MainWindow& window);
    ~Help() override;

    /// "results.md#summary"
    void show(const QString& place);
    /// Of the view that has the focus, or of the page that was chosen since; of the page where no view has it.
    void showOnView();
    ManualWindow* manual() const { return m_manual.get(); } // null until it is first shown

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    MainWindow& m_window;
    std::unique_ptr<ManualWindow> m_manual;
    bool m_isPageNewer = false; // a click on a tab leaves the focus where it was
};

/// Help > Manual, and F1: the page of the view or dialog that has the focus.
void installHelp(MainWindow& window);

} // namespace nestloom::ui
